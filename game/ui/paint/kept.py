"""Pictures that are drawn once and kept, as long as the window keeps its scale and theme.

Making them all takes up to half a second where a window has taken another size. Whoever has something else to show
meanwhile draws within a measure of time (`pictures_within`), again and again until everything is there.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Generator, Hashable, Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

import pygame

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Arguments = ParamSpec("_Arguments")
_Picture = TypeVar("_Picture")

Steps = Generator[None, None, _Picture]
"""Something that is made in steps of a few milliseconds each."""

_KEPT: list[Callable[[], None]] = []


class NotYetError(Exception):
    """The time for making pictures is over for now; what was made so far is kept."""


class _Measure:
    """How much time there is for pictures; the first step is always taken, so that every attempt gets on."""

    def __init__(self) -> None:
        self._end_s: float | None = None
        self._taken = False

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """See `pictures_within`."""
        before, self._end_s, self._taken = self._end_s, time.thread_time() + seconds, False
        try:
            yield
        finally:
            self._end_s = before

    def take_step(self) -> None:
        """Called before each step of making a picture. Raises NotYetError where the time is over."""
        if self._end_s is not None:
            if self._taken and time.thread_time() >= self._end_s:
                raise NotYetError
            self._taken = True

    @contextmanager
    def step(self) -> Iterator[None]:
        """One step as a whole: pictures that are needed for it are part of it, or it would never come to an end."""
        self.take_step()
        end_s, self._end_s = self._end_s, None
        try:
            yield
        finally:
            self._end_s = end_s


_MEASURE = _Measure()
"""One for the whole window: only its main thread draws, one frame at a time."""

pictures_within = _MEASURE.within
"""In a `with`: pictures that are not kept yet are made for this many seconds of processor time; then NotYetError."""


def kept(most: int) -> Callable[[_Function], _Function]:
    """Decorator: what the function gives for the newest `most` arguments is kept until `forget_pictures`."""

    def keep(draw: _Function) -> _Function:
        @lru_cache(most)
        @wraps(draw)
        def keeping(*args: Any, **named: Any) -> Any:
            with _MEASURE.step():
                return draw(*args, **named)

        _KEPT.append(keeping.cache_clear)
        # the same function to whoever calls it, which lru_cache's own type does not say
        return keeping  # type: ignore[return-value]

    return keep


def kept_in_steps(
    most: int,
) -> Callable[[Callable[_Arguments, Steps[_Picture]]], Callable[_Arguments, _Picture]]:
    """Decorator for what takes long: as `kept`, for a generator that yields between its steps and returns the picture.
    Where the time ends between two steps, the next call goes on from there."""

    def keep(make: Callable[_Arguments, Steps[_Picture]]) -> Callable[_Arguments, _Picture]:
        made: OrderedDict[Hashable, _Picture] = OrderedDict()
        begun: OrderedDict[Hashable, Steps[_Picture]] = OrderedDict()

        @wraps(make)
        def picture(*args: _Arguments.args, **named: _Arguments.kwargs) -> _Picture:
            key = (args, tuple(sorted(named.items())))
            if key in made:
                made.move_to_end(key)
                return made[key]
            steps = begun.pop(key, None) or make(*args, **named)
            try:
                made[key] = _through(steps)
            except NotYetError:
                begun[key] = steps
                if len(begun) > most:
                    begun.popitem(last=False)
                raise
            if len(made) > most:
                made.popitem(last=False)
            return made[key]

        _KEPT.extend((made.clear, begun.clear))
        return picture

    return keep


def _through(steps: Steps[_Picture]) -> _Picture:
    """Take the steps that are left."""
    while True:
        try:
            with _MEASURE.step():
                next(steps)
        except StopIteration as end:
            picture: _Picture = end.value
            return picture


class KeptPictures:
    """Pictures by keys, the newest `most` of them, until `forget_pictures`. Making one is no step of its own: what it
    is put together from is made and kept step by step."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        _KEPT.append(self._made.clear)

    def picture(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The picture of that key, made if it is not kept. Raises NotYetError where the time for it is over."""
        if key in self._made:
            self._made.move_to_end(key)
        else:
            self._made[key] = make()
            if len(self._made) > self._most:
                self._made.popitem(last=False)
        return self._made[key]


def at_once(steps: Steps[_Picture]) -> _Picture:
    """What comes of the steps, without a pause: for small things."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            made: _Picture = end.value
            return made


def forget_pictures() -> None:
    """Drop all pictures: called when the window takes another scale or theme, for none of them is drawn again then and
    together they are large."""
    for forget in _KEPT:
        forget()
