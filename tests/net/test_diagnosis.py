"""Hints drawn from what was seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from net.discovery.beacons import Status
from net.discovery.diagnosis import HintCode, LinkState, Observation, PathReport, hints
from net.discovery.interfaces import InterfaceKind
from net.discovery.peer_table import DiscoveredPeer, HeardBeacon

LOOPBACK = PathReport("lo", InterfaceKind.LOOPBACK, "127.0.0.1", None, 20, 0, 0, 0, 20, None, None)
CABLE = PathReport("eth0", InterfaceKind.OTHER, "192.168.1.23", "192.168.1.255", 20, 0, 1, 5, 20, None, None)
BERT = DiscoveredPeer("a" * 64, "ab" * 16, "Bert", "Bert", ("192.168.1.40",), 1, Status.FREE, "", True, 0.0, 0.0, None)
WELL = Observation(LinkState.ONLINE, 27_183, 60.0, (LOOPBACK, CABLE), (BERT,), dict.fromkeys(HeardBeacon, 0))


def codes(seen: Observation) -> list[HintCode]:
    return [hint.code for hint in hints(seen)]


def with_cable(**changes: object) -> Observation:
    return replace(WELL, paths=(LOOPBACK, replace(CABLE, **changes)))  # type: ignore[arg-type]  # fields by name


def test_all_is_well() -> None:
    assert hints(WELL) == ()


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"trouble": "ENETUNREACH"}, HintCode.SENDING_FAILS),
        ({"trouble": "EPERM"}, HintCode.SENDING_FORBIDDEN),
        ({"trouble": "EACCES"}, HintCode.SENDING_FORBIDDEN),
        ({"deaf": "ENOBUFS"}, HintCode.NO_GROUP),
        ({"own_heard": 0}, HintCode.OWN_UNHEARD),
        ({"group": 0}, HintCode.GROUP_BLOCKED),
        ({"address": "169.254.3.4"}, HintCode.NO_ADDRESS_GIVEN),
    ],
)
def test_one_thing_wrong_at_an_interface_is_one_hint_that_names_it(changes: dict[str, object], code: HintCode) -> None:
    (hint,) = hints(with_cable(**changes))
    assert hint.code is code
    assert hint.values["interface"] == "eth0"


def test_the_same_on_loopback_is_nobodys_concern() -> None:
    assert hints(replace(WELL, paths=(replace(LOOPBACK, trouble="EPERM", own_heard=0), CABLE))) == ()


def test_no_interface_but_loopback_is_no_network() -> None:
    seen = replace(WELL, state=LinkState.NO_NETWORK, paths=(LOOPBACK,), peers=())
    assert codes(seen) == [HintCode.NO_NETWORK]
    assert seen.address is None
    assert codes(replace(seen, state=LinkState.STARTING)) == []


def test_a_taken_port_explains_that_nothing_is_heard() -> None:
    seen = replace(with_cable(own_heard=0, deaf="EADDRINUSE", group=0), state=LinkState.PORT_TAKEN)
    (hint,) = hints(seen)
    assert (hint.code, hint.values) == (HintCode.PORT_TAKEN, {"port": 27_183})


def test_a_flood_explains_that_nothing_is_heard() -> None:
    seen = replace(with_cable(own_heard=0), is_flooded=True, counts={HeardBeacon.FLOOD: 7000})
    (hint,) = hints(seen)
    assert (hint.code, hint.values) == (HintCode.FLOOD, {"dropped": 7000})


def test_nobody_elsewhere_means_something_after_five_seconds() -> None:
    assert codes(replace(WELL, peers=(), running_s=4.9)) == []
    (hint,) = hints(replace(WELL, peers=(), running_s=65.3))
    assert (hint.code, hint.values) == (HintCode.ALONE, {"seconds": 65})


@pytest.mark.parametrize("address", ["127.0.0.1", "192.168.1.23"])
def test_a_second_window_on_this_machine_is_nobody_elsewhere(address: str) -> None:
    assert codes(replace(WELL, peers=(replace(BERT, addresses=(address,)),))) == [HintCode.ALONE]


def test_a_vpn_is_mentioned_only_where_nobody_is_found() -> None:
    tunnel = replace(CABLE, interface="wg0", kind=InterfaceKind.VPN, address="10.8.0.2")
    with_vpn = replace(WELL, paths=(LOOPBACK, tunnel, CABLE))
    assert codes(with_vpn) == []
    assert with_vpn.address == "192.168.1.23"
    found = hints(replace(with_vpn, peers=()))
    assert [hint.code for hint in found] == [HintCode.ALONE, HintCode.VPN]
    assert found[1].values == {"interface": "wg0"}


def test_people_with_another_version_are_named() -> None:
    (hint,) = hints(replace(WELL, peers=(BERT, replace(BERT, label="Old (2)", compatible=False))))
    assert (hint.code, hint.values) == (HintCode.OTHER_VERSION, {"names": "Old (2)"})


def test_a_crowd_is_mentioned() -> None:
    (hint,) = hints(replace(WELL, counts={HeardBeacon.FULL: 1}))
    assert (hint.code, hint.values) == (HintCode.CROWDED, {"most": 64})


def test_a_fault_of_ours_is_all_that_is_said() -> None:
    seen = replace(with_cable(own_heard=0), state=LinkState.FAILED, error="KeyError: 7")
    (hint,) = hints(seen)
    assert (hint.code, hint.values) == (HintCode.FAILED, {"error": "KeyError: 7"})


def test_the_gravest_comes_first() -> None:
    seen = replace(with_cable(own_heard=0, trouble="EPERM"), peers=(), counts={HeardBeacon.FULL: 1})
    assert codes(seen) == [HintCode.SENDING_FORBIDDEN, HintCode.OWN_UNHEARD, HintCode.ALONE, HintCode.CROWDED]


def test_the_address_to_tell_is_ipv4_of_something_real_that_works() -> None:
    wireless = replace(CABLE, interface="wlan0", kind=InterfaceKind.WIRELESS, address="192.168.7.7")
    ipv6 = replace(CABLE, address="fe80::1")
    assert replace(WELL, paths=(LOOPBACK, ipv6, wireless, CABLE)).address == "192.168.1.23"
    assert replace(WELL, paths=(LOOPBACK, ipv6, wireless)).address == "192.168.7.7"
    assert replace(WELL, paths=(LOOPBACK, ipv6)).address == "fe80::1"
    assert replace(WELL, paths=(wireless, replace(CABLE, trouble="ENETDOWN"))).address == "192.168.7.7"
