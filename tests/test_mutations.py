"""The list of planted faults can't rot, and the program that plants them tells caught ones from survivors."""

from __future__ import annotations

from pathlib import Path

import mutations
import pytest
from mutations import ROOT, Fault, Verdict, WrongListError, judged, read_faults

FAULTS = read_faults()


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.name for fault in FAULTS])
def test_every_fault_can_be_planted_and_has_its_tests(fault: Fault) -> None:
    """The text that it replaces stands exactly once in its file."""
    assert fault.planted_in(ROOT) != (ROOT / fault.file).read_text(encoding="utf-8")
    assert fault.file.startswith(("game/", "ai/", "net/"))
    assert fault.tests
    for test in fault.tests:
        file, _, function = test.partition("::")
        assert f"def {function.partition('[')[0]}" in (ROOT / file).read_text(encoding="utf-8")


TESTS = "test_thing.py"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "thing.py").write_text("def one():\n    return 1\n\n\ndef two():\n    return 2\n", encoding="utf-8")
    (tree / TESTS).write_text("import thing\n\n\ndef test_one():\n    assert thing.one() == 1\n", encoding="utf-8")
    return tree


def fault(text: str, planted: str, tests: str = TESTS) -> Fault:
    return Fault(text, "thing.py", text, planted, (tests,))


def test_who_survives_is_named_and_the_tree_is_left_alone(tree: Path) -> None:
    before = (tree / "thing.py").read_bytes()
    said: list[str] = []
    found = judged(tree, [fault("return 1", "return 7"), fault("return 2", "return 7")], 2, said.append)
    assert found == {Verdict.CAUGHT: ["return 1"], Verdict.SURVIVED: ["return 2"], Verdict.NOT_JUDGED: []}
    assert sorted(line.split(" (")[0] for line in said) == ["SURVIVED return 2", "caught return 1"]
    assert (tree / "thing.py").read_bytes() == before


def test_tests_that_fail_anyway_judge_nothing(tree: Path) -> None:
    """Nor do those that are not there, and other faults are judged all the same."""
    (tree / "test_bad.py").write_text("def test_bad():\n    raise AssertionError\n", encoding="utf-8")
    faults = [
        fault("return 1", "return 7", "test_bad.py"),
        fault("return 2", "return 7", "test_gone.py"),
        fault("def one():", "def none():"),
    ]
    assert judged(tree, faults, 1) == {
        Verdict.CAUGHT: ["def one():"],
        Verdict.SURVIVED: [],
        Verdict.NOT_JUDGED: ["return 1", "return 2"],
    }


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (fault("return 3", "return 7"), "stands 0 times"),
        (fault("return", "return  "), "stands 2 times"),
        (fault("return 1", "return ("), "no Python with it, line 2"),
        (Fault("gone", "gone.py", "", "", (TESTS,)), "gone.py can't be read"),
    ],
)
def test_what_can_not_be_planted_is_an_error_that_names_it(tree: Path, wrong: Fault, why: str) -> None:
    with pytest.raises(WrongListError, match=why):
        judged(tree, [wrong], 1)


@pytest.mark.parametrize(
    ("verdict", "status", "told"),
    [
        (Verdict.CAUGHT, 0, "2 of 2 faults caught"),
        (Verdict.SURVIVED, 1, "1 of 2 faults caught; SURVIVED: {}"),
        (Verdict.NOT_JUDGED, 1, "1 of 2 faults caught; NOT JUDGED: {}"),
    ],
)
def test_the_command_says_by_its_exit_status_whether_all_were_caught(
    verdict: Verdict,
    status: int,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    names = [each.name for each in FAULTS[:2]]
    only = [argument for name in names for argument in ("--only", name)]
    found: dict[Verdict, list[str]] = {each: [] for each in Verdict}
    found[Verdict.CAUGHT].append(names[0])
    found[verdict].append(names[1])
    monkeypatch.setattr(mutations, "judged", lambda *arguments: found)
    assert mutations.main(only) == status
    assert capsys.readouterr().out.splitlines()[-1] == told.format(names[1])


def test_the_command_lists_faults_and_knows_no_others(capsys: pytest.CaptureFixture[str]) -> None:
    names = [each.name for each in FAULTS[:2]]
    assert mutations.main(["--only", "nobody"]) == 2
    assert mutations.main(["--list", "--only", names[0], "--only", names[1]]) == 0
    assert [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()] == names
