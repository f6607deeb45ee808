"""Small networks made of network namespaces, for tests that need more than loopback. Linux, and root, only."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from types import TracebackType


def ip(*arguments: str) -> None:
    """Run `ip`. Raises CalledProcessError with its words if it fails."""
    subprocess.run(["ip", *arguments], check=True, capture_output=True, text=True, timeout=60)


def why_not() -> str | None:
    """Why no namespaces can be made here; None if they can."""
    if shutil.which("ip") is None:
        return "there is no `ip` here"
    if os.geteuid() != 0:
        return "network namespaces need root"
    probe = f"qg{os.getpid()}probe"
    try:
        ip("netns", "add", probe)
        try:
            ip("-n", probe, "link", "add", "name", "one0", "type", "veth", "peer", "name", "two0")
        finally:
            ip("netns", "del", probe)
    except (subprocess.SubprocessError, OSError) as error:
        return f"network namespaces can't be made: {getattr(error, 'stderr', error)}"
    return None


class Network:
    """Hosts (namespaces) and cables between them, to be used in a `with`: the end of it takes all of them away."""

    def __init__(self) -> None:
        self._hosts: list[str] = []

    def __enter__(self) -> Network:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        for host in self._hosts:
            subprocess.run(["ip", "netns", "del", host], check=False, capture_output=True, timeout=60)

    def host(self, name: str, *, ipv6: bool = True) -> str:
        """A new host with loopback. Returns the name of its namespace."""
        namespace = f"qg{os.getpid()}{name}"
        ip("netns", "add", namespace)
        self._hosts.append(namespace)
        # Without waiting for duplicate addresses (RFC 4862, 5.4), which takes a second or two and can't happen here.
        self.sysctl(namespace, "net.ipv6.conf.default.accept_dad", 0)
        if not ipv6:
            self.sysctl(namespace, "net.ipv6.conf.default.disable_ipv6", 1)
        ip("-n", namespace, "link", "set", "lo", "up")
        return namespace

    def sysctl(self, host: str, name: str, value: int) -> None:
        """Set one of the kernel's switches in a host."""
        path = "/proc/sys/" + name.replace(".", "/")
        subprocess.run(["ip", "netns", "exec", host, "sh", "-c", f"echo {value} > {path}"], check=True, timeout=60)

    def cable(self, one: str, one_end: str, other: str, other_end: str) -> None:
        """Join two hosts. The ends are interfaces with these names, up but without an IPv4 address."""
        ip("-n", one, "link", "add", "name", one_end, "type", "veth", "peer", "name", other_end, "netns", other)
        ip("-n", one, "link", "set", one_end, "up")
        ip("-n", other, "link", "set", other_end, "up")

    def address(self, host: str, interface: str, address: str) -> None:
        """Give an interface an address with prefix."""
        ip("-n", host, "address", "add", address, "broadcast", "+", "dev", interface)

    def remove_address(self, host: str, interface: str, address: str) -> None:
        """Take it away again."""
        ip("-n", host, "address", "del", address, "dev", interface)

    def await_link_local(self, host: str, interface: str) -> None:
        """Wait until the kernel has given an interface its link-local address. Fails after 3 s."""
        deadline = time.monotonic() + 60
        command = ["ip", "-n", host, "-6", "address", "show", "dev", interface, "scope", "link", "-tentative"]
        while "fe80" not in subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout:
            assert time.monotonic() < deadline, "no link-local address"
            time.sleep(0.01)

    def set_link(self, host: str, interface: str, state: str) -> None:
        """Set an interface `up` or `down`."""
        ip("-n", host, "link", "set", interface, state)

    def set_multicast(self, host: str, interface: str, is_on: bool) -> None:
        """Let an interface carry multicast, or not."""
        ip("-n", host, "link", "set", interface, "multicast", "on" if is_on else "off")

    def enter(self, host: str) -> list[str]:
        """What to put before a command to run it in a host."""
        return ["ip", "netns", "exec", host]
