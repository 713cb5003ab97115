"""What a page may do in a browser: the content security policy and other headers of what is served."""

from __future__ import annotations

import html
import re

STRICT_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""For everything that is not a page of ours."""
SCRIPT_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""For a script that runs on its own, as a worker does: it may load what is served beside it, and nothing else."""
CLIENT_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self' https:; worker-src 'self' blob:; frame-src 'self' blob:; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""For a page of the client that states no policy of its own."""
PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
"""For a plain page without scripts."""
SAFE_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "x-frame-options": "DENY",
}
"""The headers of every answer."""
SHARED_HEADERS = {
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "ETag, Content-Range, Content-Length, Retry-After",
}
"""Of answers that need no login, so every origin may read them."""
OWN_HEADERS = {"cross-origin-resource-policy": "same-origin"}
"""Of answers that are for pages of the same origin alone."""

META_POLICY = re.compile(
    r"<meta\s+http-equiv=[\"']?content-security-policy[\"']?\s+content=\"([^\"]*)\"", re.IGNORECASE
)
UNSAFE = re.compile(r"script-src[^;]*'(?:unsafe-inline|unsafe-eval)'")
HEADER_ONLY = "frame-ancestors 'none'"


def page_policy(page: bytes, otherwise: str = PAGE_POLICY) -> str:
    """Return the policy that a page states in its head, as a header; another one if it states none or a weak one."""
    found = META_POLICY.search(page[:65536].decode("utf-8", "replace"))
    stated = html.unescape(found[1]).strip().rstrip(";") if found else ""
    if not stated or UNSAFE.search(stated) or not stated.isascii() or not stated.isprintable():
        stated = otherwise
    parts = [part.strip() for part in stated.split(";")]
    fixed = [part for part in ("base-uri 'none'", "form-action 'none'", HEADER_ONLY) if not has(parts, part)]
    return "; ".join([*parts, *fixed])


def has(parts: list[str], part: str) -> bool:
    name = part.partition(" ")[0]
    return any(one.partition(" ")[0] == name for one in parts)
