"""The festivals of the Chinese year, on which the tea house is decked out."""

from __future__ import annotations

from datetime import date, timedelta
from enum import Enum
from typing import Final


class Festival(Enum):
    """What is kept; the texts are those of the language files."""

    SPRING = "spring"
    DRAGON_BOAT = "dragon_boat"
    MID_AUTUMN = "mid_autumn"
    DOUBLE_NINTH = "double_ninth"


_KEPT: Final = {
    Festival.SPRING: (1, 14),  # from New Year's Eve to the Lantern Festival
    Festival.DRAGON_BOAT: (1, 1),
    Festival.MID_AUTUMN: (1, 1),
    Festival.DOUBLE_NINTH: (1, 1),
}
"""How many days before and after its own a festival is kept."""

_DAYS: Final = {
    2024: (210, 610, 917, 1011), 2025: (129, 531, 1006, 1029), 2026: (217, 619, 925, 1018),
    2027: (206, 609, 915, 1008), 2028: (126, 528, 1003, 1026), 2029: (213, 616, 922, 1016),
    2030: (203, 605, 912, 1005), 2031: (123, 624, 1001, 1024), 2032: (211, 612, 919, 1012),
    2033: (131, 601, 908, 1001), 2034: (219, 620, 927, 1020), 2035: (208, 610, 916, 1009),
    2036: (128, 530, 1004, 1027), 2037: (215, 618, 924, 1017), 2038: (204, 607, 913, 1007),
    2039: (124, 527, 1002, 1026), 2040: (212, 614, 920, 1014), 2041: (201, 603, 910, 1003),
    2042: (122, 622, 928, 1022), 2043: (210, 611, 917, 1011), 2044: (130, 531, 1005, 1029),
    2045: (217, 619, 925, 1018), 2046: (206, 608, 915, 1008), 2047: (126, 529, 1004, 1027),
    2048: (214, 615, 922, 1016), 2049: (202, 604, 911, 1005), 2050: (123, 623, 930, 1024),
}  # fmt: skip
"""Of each year the first of the first, the fifth of the fifth, the fifteenth of the eighth and the ninth of the ninth
Chinese month, as month and day (210 is 10 February). They are facts of the calendar (GB/T 33661-2017), worked out with
the packages lunardate, zhdate and LunarCalendar, which agree on all of them."""


def festival_of(day: date) -> Festival | None:
    """The festival that is kept on a day; None on other days, and in years that the table does not know."""
    for festival, found in zip(Festival, _DAYS.get(day.year, ()), strict=False):
        before, after = _KEPT[festival]
        own = date(day.year, found // 100, found % 100)
        if own - timedelta(before) <= day <= own + timedelta(after):
            return festival
    return None
