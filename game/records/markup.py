"""Elements of an XML file, one after the other, however deep they lie.

Documents that declare entities are refused: a few lines of them can stand for gigabytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

from game.records.encoding import decode
from game.records.fault import Fault, fault

_PART: Final = 1 << 16


_BEGINS: Final = re.compile(rb"[\s\0\xef\xbb\xbf\xff\xfe]*<")
_BEFORE_ROOT: Final = re.compile(r"[\s\ufeff]*(?:<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)", re.DOTALL)
_ROOT: Final = re.compile(r"[\s\ufeff]*<([A-Za-z_][\w.-]*)")
_HEAD: Final = 4000


def root_of(data: bytes) -> str:
    """The name of the element that all of a file stands in; empty if there is none."""
    if not _BEGINS.match(data):
        return ""
    head, at = decode(data[:_HEAD]), 0
    while (before := _BEFORE_ROOT.match(head, at)) is not None:
        at = before.end()
    root = _ROOT.match(head, at)
    return root[1] if root else ""


@dataclass(slots=True)
class MarkupElement:
    """An element that has ended, with its attributes, the text that stands directly in it, and the names of those that
    it lies in, the outermost first. `line` is where it begins."""

    name: str
    attributes: Mapping[str, str]
    line: int
    within: tuple[str, ...]
    parts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What stands in it, without the space around."""
        return "".join(self.parts).strip()


class MarkupReader:
    """Reads a file's elements. `fault` tells afterwards why it broke off, if it did."""

    def __init__(self, data: bytes) -> None:
        self._text = decode(data)
        self.fault: Fault | None = None

    def elements(self) -> Iterator[MarkupElement]:
        """The elements in the order in which they end."""
        parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        ended: list[MarkupElement] = []
        open_elements: list[MarkupElement] = []
        names: list[str] = []

        def begin(name: str, attributes: dict[str, str]) -> None:
            open_elements.append(MarkupElement(name, attributes, parser.CurrentLineNumber, tuple(names[-4:])))
            names.append(name)

        def end(_: str) -> None:
            names.pop()
            ended.append(open_elements.pop())

        def say(text: str) -> None:
            if open_elements:
                open_elements[-1].parts.append(text)

        def refuse(*_: object) -> None:
            raise _EntityError

        parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = begin, end, say
        parser.EntityDeclHandler = refuse
        for at in range(0, len(self._text) + 1, _PART):
            part = self._text[at : at + _PART].encode("utf-8", "replace")
            try:
                parser.Parse(part, at + _PART > len(self._text))
            except expat.ExpatError as error:
                self.fault = fault("markup-broken", why=expat.ErrorString(error.code)).at(line=error.lineno)
            except _EntityError:
                self.fault = fault("markup-entities").at(line=parser.CurrentLineNumber)
            yield from ended
            ended.clear()
            if self.fault is not None:
                return


class _EntityError(Exception):
    """The document declares an entity."""
