"""Add the pictures of `examples/pages` to the documentation site, as `images/NAME.png`, when mkdocs builds it."""

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

PICTURES = Path(__file__).parent.parent / "examples" / "pages"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add every picture; mkdocs calls this when it has collected the pages."""
    for picture in sorted(PICTURES.glob("*.png")):
        files.append(File.generated(config, f"images/{picture.name}", abs_src_path=str(picture)))
    return files
