"""Keep compiled templates, so that not every process has to compile them again."""

from __future__ import annotations

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from ...kernel.disk import packaged


class TemplateCache(BytecodeCache):
    """Compiled templates, kept beside the templates or, if nobody may write there, in the user's cache."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket, unless the template or the version of Python or Jinja has changed since."""
        cached = packaged.read_cache(self.folder, file_name(bucket), bucket.checksum.encode())
        if cached:
            bucket.bytecode_from_string(cached[1])

    def dump_bytecode(self, bucket: Bucket) -> None:
        packaged.write_cache(self.folder, file_name(bucket), bucket.bytecode_to_string(), bucket.checksum.encode())


def file_name(bucket: Bucket) -> str:
    return f"{bucket.key}.jinja"
