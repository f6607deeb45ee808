"""What is done with collections, tags and the games that have them: each after a question where something would go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future

from game.library.database.game_database import GameDatabase
from game.library.database.labels import Label
from game.records.fault import Fault
from game.ui.scenes.collections.naming import NameDialog
from game.ui.scenes.collections.tagging import TagsDialog
from game.ui.stage.faults import fault_words
from game.ui.stage.overlays import Dialog, DialogAnswer
from game.ui.stage.stage import Stage


class Labelling:
    """Asks, does it, and says what went wrong."""

    def __init__(self, stage: Stage, database: GameDatabase) -> None:
        self._stage = stage
        self._database = database
        self._waiting: list[Future[Fault | None] | Future[int | Fault] | Future[bool | Fault]] = []

    def tag(self, games: Sequence[int]) -> None:
        """Give games tags."""
        if games:
            self._stage.open(TagsDialog(self._stage, self._database, games))

    def rename(self, label: Label, labels: Sequence[Label]) -> None:
        """Ask for another name of a collection or tag; `labels` are all there are."""
        taken = [each.name for each in labels if each.kind == label.kind]
        title = self._stage.t(f"collections.rename_{label.kind}")

        def keep(name: str) -> None:
            self._waiting.append(self._database.rename_label(label.number, name))

        self._stage.open(NameDialog(self._stage, title, label.name, taken, keep))

    def delete(self, label: Label) -> None:
        """Ask whether a collection is to be deleted with its games, or a tag without."""
        is_tag = label.kind == "tag"

        def delete() -> None:
            self._waiting.append(self._database.remove_label(label.number, with_games=not is_tag))

        kind = "tag_" if is_tag else ""
        text = self._stage.t(f"collections.delete_{kind}text", name=label.name, n=label.games)
        self._ask(self._stage.t(f"collections.delete_{kind}title"), text, delete)

    def delete_games(self, games: Sequence[int]) -> None:
        """Ask whether games are to be deleted."""

        def delete() -> None:
            self._waiting.append(self._database.delete(games))

        if games:
            t = self._stage.t
            self._ask(t("collections.delete_games_title", n=len(games)), t("collections.delete_games_text"), delete)

    def _ask(self, title: str, text: str, act: Callable[[], None]) -> None:
        t = self._stage.t
        answers = (
            DialogAnswer(t("collections.delete_yes"), act, "primary"),
            DialogAnswer(t("collections.delete_no"), lambda: None),
        )
        self._stage.open(Dialog(title, text, answers))

    def update(self) -> None:
        """Each frame: say what could not be done."""
        while self._waiting and self._waiting[0].done():
            found = self._waiting.pop(0).result()
            if isinstance(found, Fault):
                self._stage.toasts.show(fault_words(self._stage.t, found))
            elif found is False:
                self._stage.toasts.show(self._stage.t("collections.name_taken"))
