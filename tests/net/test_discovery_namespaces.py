"""Discovery between machines: network namespaces joined by virtual cables stand for them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from namespaces import Network, why_not
from neighbour import Neighbour, Sight
from patience import until

PORT = 27_999
_why_not = why_not()
pytestmark = pytest.mark.skipif(_why_not is not None, reason=str(_why_not))


@pytest.fixture
def network() -> Iterator[Network]:
    with Network() as network:
        yield network


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """Whatever is entered here is left before the network is taken away."""
    with ExitStack() as stack:
        yield stack


def sit(stack: ExitStack, network: Network, host: str, name: str) -> Neighbour:
    """A neighbour in a host, in the lobby."""
    neighbour = stack.enter_context(Neighbour(PORT, prefix=network.enter(host)))
    neighbour.ask(f"open {name}", "opened")
    neighbour.say("lobby")
    return neighbour


def addresses(sight: Sight, label: str) -> list[str]:
    return list(sight.people[label]["addresses"])


def test_two_machines_find_each_other_by_every_family(network: Network, stack: ExitStack) -> None:
    left, right = network.host("l"), network.host("r")
    network.cable(left, "lan0", right, "lan0")
    network.address(left, "lan0", "10.71.0.1/24")
    network.address(right, "lan0", "10.71.0.2/24")
    for host in (left, right):
        network.await_link_local(host, "lan0")
    anna = sit(stack, network, left, "Anna")
    anna.until(lambda sight: sight.state == "ONLINE")
    bert = stack.enter_context(Neighbour(PORT, prefix=network.enter(right)))
    bert.ask("open Bert", "opened")
    bert.say("lobby")
    anna.sees("Bert")
    bert.sees("Anna")
    both = anna.until(lambda sight: len(addresses(sight, "Bert")) == 2)
    ipv4, ipv6 = addresses(both, "Bert")
    assert ipv4 == "10.71.0.2"
    assert ipv6.startswith("fe80::")
    assert ipv6.partition("%")[2].isdecimal()
    bert.ask("close", "closed")
    anna.sees()


def test_a_machine_with_three_interfaces_finds_people_on_each(network: Network, stack: ExitStack) -> None:
    """Only one of them can be the way to 255.255.255.255; here it is a way to nobody."""
    middle = network.host("m")
    people = {}
    for number, interface in enumerate(("lan0", "wlan0", "tun0")):
        host = network.host(f"h{number}", ipv6=False)
        network.cable(middle, interface, host, "lan0")
        network.address(middle, interface, f"10.72.{number}.1/24")
        network.address(host, "lan0", f"10.72.{number}.2/24")
        people[f"P{number}"] = sit(stack, network, host, f"P{number}")
    middle_one = stack.enter_context(Neighbour(PORT, prefix=network.enter(middle)))
    middle_one.ask("open Middle", "opened")
    middle_one.say("lobby")
    sight = middle_one.sees("P0", "P1", "P2")
    assert {name: addresses(sight, name) for name in people} == {name: [f"10.72.{name[1]}.2"] for name in people}
    for neighbour in people.values():
        neighbour.sees("Middle")


def test_ipv6_alone_is_enough(network: Network, stack: ExitStack) -> None:
    left, right = network.host("l"), network.host("r")
    network.cable(left, "lan0", right, "lan0")
    for host in (left, right):
        network.await_link_local(host, "lan0")
    anna = sit(stack, network, left, "Anna")
    anna.until(lambda sight: sight.state == "ONLINE")
    bert = stack.enter_context(Neighbour(PORT, prefix=network.enter(right)))
    bert.ask("open Bert", "opened")
    sight = anna.sees("Bert")
    bert.sees("Anna")
    assert [address.startswith("fe80::") for address in addresses(sight, "Bert")] == [True]


def test_multicast_alone_and_broadcast_alone_are_enough(network: Network, stack: ExitStack) -> None:
    """A network of two addresses has no broadcast; a host that ignores IGMP and multicast routes has no multicast."""
    left, right = network.host("l", ipv6=False), network.host("r", ipv6=False)
    network.cable(left, "lan0", right, "lan0")
    network.address(left, "lan0", "10.73.0.0/31")
    network.address(right, "lan0", "10.73.0.1/31")
    network.cable(left, "lan1", right, "lan1")
    network.address(left, "lan1", "10.74.0.1/24")
    network.address(right, "lan1", "10.74.0.2/24")
    for host in (left, right):
        network.set_multicast(host, "lan1", is_on=False)
    anna, bert = sit(stack, network, left, "Anna"), sit(stack, network, right, "Bert")
    anna.until(lambda sight: "Bert" in sight.people and sorted(addresses(sight, "Bert")) == ["10.73.0.1", "10.74.0.2"])
    bert.until(lambda sight: "Anna" in sight.people and sorted(addresses(sight, "Anna")) == ["10.73.0.0", "10.74.0.1"])


def test_a_pulled_cable_and_a_new_address_are_survived(network: Network, stack: ExitStack) -> None:
    left, right = network.host("l", ipv6=False), network.host("r", ipv6=False)
    network.cable(left, "lan0", right, "lan0")
    network.address(left, "lan0", "10.75.0.1/24")
    network.address(right, "lan0", "10.75.0.2/24")
    anna, bert = sit(stack, network, left, "Anna"), sit(stack, network, right, "Bert")
    anna.sees("Bert")
    bert.sees("Anna")

    network.set_link(right, "lan0", "down")
    anna.sees()
    bert.sees()
    network.set_link(right, "lan0", "up")
    anna.sees("Bert")
    bert.sees("Anna")

    # as when the Wi-Fi changes: another network, and the other side follows
    network.remove_address(right, "lan0", "10.75.0.2/24")
    network.remove_address(left, "lan0", "10.75.0.1/24")
    anna.sees()
    network.address(right, "lan0", "10.76.0.2/24")
    network.address(left, "lan0", "10.76.0.1/24")
    sight = anna.sees("Bert")
    assert addresses(sight, "Bert") == ["10.76.0.2"]


def test_a_network_that_comes_after_the_program(network: Network, stack: ExitStack) -> None:
    left, right = network.host("l", ipv6=False), network.host("r", ipv6=False)
    anna, bert = sit(stack, network, left, "Anna"), sit(stack, network, right, "Bert")
    anna.until(lambda sight: sight.state == "NO_NETWORK")
    assert [code for code, _ in anna.ask("observe", "observed")["hints"]] == ["NO_NETWORK"]
    network.cable(left, "lan0", right, "lan0")
    network.address(left, "lan0", "10.77.0.1/24")
    network.address(right, "lan0", "10.77.0.2/24")
    anna.sees("Bert")
    bert.sees("Anna")


def test_an_ipv6_address_that_is_still_being_tested_is_tried_again(network: Network, stack: ExitStack) -> None:
    left, right = network.host("l"), network.host("r")
    for host in (left, right):
        network.sysctl(host, "net.ipv6.conf.default.accept_dad", 1)
    network.cable(left, "lan0", right, "lan0")
    anna, bert = sit(stack, network, left, "Anna"), sit(stack, network, right, "Bert")
    anna.sees("Bert")
    bert.sees("Anna")


def test_diagnosis_tells_a_guest_network_from_a_dead_one(network: Network, stack: ExitStack) -> None:
    """Nobody answers, but one's own datagrams come back and go out: not this machine is to blame."""
    alone, nobody = network.host("a"), network.host("n")
    network.cable(alone, "lan0", nobody, "lan0")
    network.address(alone, "lan0", "10.78.0.1/24")
    anna = sit(stack, network, alone, "Anna")

    def path() -> dict[str, Any]:
        seen = anna.ask("observe", "observed")["paths"]
        return dict(next(one for one in seen if one["address"] == "10.78.0.1"))

    def codes() -> list[str]:
        return [code for code, _ in anna.ask("observe", "observed")["hints"]]

    until(lambda: codes() == ["ALONE"])
    until(lambda: path()["sent"] >= 6 and path()["own_heard"] >= 3)
    assert path()["trouble"] is None
    network.set_link(alone, "lan0", "down")
    until(lambda: "SENDING_FAILS" in codes())


@pytest.mark.slow
def test_ninety_nine_of_a_hundred_find_people_on_three_interfaces_at_once(network: Network, stack: ExitStack) -> None:
    middle = network.host("m")
    people = {}
    for number in range(3):
        host = network.host(f"h{number}")
        network.cable(middle, f"lan{number}", host, "lan0")
        network.address(middle, f"lan{number}", f"10.79.{number}.1/24")
        network.address(host, "lan0", f"10.79.{number}.2/24")
        network.await_link_local(middle, f"lan{number}")
        network.await_link_local(host, "lan0")
        people[f"P{number}"] = sit(stack, network, host, f"P{number}")
    middle_one = stack.enter_context(Neighbour(PORT, prefix=network.enter(middle)))
    sees, seen, gone = [], [], []
    for _ in range(100):
        opened = middle_one.ask("open Middle", "opened")
        sees.append(middle_one.sees(*people).at - opened)
        seen += [neighbour.sees("Middle").at - opened for neighbour in people.values()]
        closing, _ = middle_one.ask("close", "closed")
        gone += [neighbour.sees().at - closing for neighbour in people.values()]
    assert sorted(sees)[98] < 0.3
    assert sorted(seen)[296] < 0.3
    assert sorted(gone)[296] < 0.1
