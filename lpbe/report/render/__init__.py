"""Reports as text, Markdown, HTML and e-mail."""
