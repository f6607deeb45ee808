"""The list of planted faults can't rot, and the program that plants them tells caught ones from survivors."""

from __future__ import annotations

from pathlib import Path

import mutations
import pytest
from mutations import ROOT, Fault, WrongListError, read_faults, survivors

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
    assert survivors(tree, [fault("return 1", "return 7"), fault("return 2", "return 7")], 2, said.append) == [
        "return 2"
    ]
    assert sorted(line.split(" (")[0] for line in said) == ["SURVIVED return 2", "caught   return 1"]
    assert (tree / "thing.py").read_bytes() == before


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (fault("return 3", "return 7"), "stands 0 times"),
        (fault("return", "return  "), "stands 2 times"),
        (fault("return 1", "return ("), "no Python with it, line 2"),
        (Fault("gone", "gone.py", "", "", (TESTS,)), "gone.py can't be read"),
        (fault("return 1", "return 7", "test_gone.py"), "says nothing"),
    ],
)
def test_what_can_not_be_planted_or_judged_is_an_error_that_names_it(tree: Path, wrong: Fault, why: str) -> None:
    with pytest.raises(WrongListError, match=why):
        survivors(tree, [wrong], 1)


def test_tests_that_fail_anyway_judge_nothing(tree: Path) -> None:
    (tree / TESTS).write_text("def test_bad():\n    raise AssertionError\n", encoding="utf-8")
    with pytest.raises(WrongListError, match="fail without any fault"):
        survivors(tree, [fault("return 1", "return 7")], 1)


def test_the_command_says_by_its_exit_status_whether_any_survived(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [each.name for each in FAULTS[:2]]
    only = [argument for name in names for argument in ("--only", name)]
    for alive, status in (([], 0), (names[1:], 1)):
        monkeypatch.setattr(mutations, "survivors", lambda root, faults, jobs, say, alive=alive: alive)
        assert mutations.main(only) == status
        told = capsys.readouterr().out.splitlines()[-1]
        assert told == (f"1 of 2 faults caught; survived: {names[1]}" if alive else "2 of 2 faults caught")
    assert mutations.main(["--only", "nobody"]) == 2
    assert mutations.main(["--list", *only]) == 0
    assert [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()] == names
