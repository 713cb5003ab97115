"""The client in a browser: lpbe without a key, natively and in the browser's worker."""
