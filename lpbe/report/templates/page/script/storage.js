// What is composed is kept while the tab is open, by game, seat and window; a sandboxed frame may have no storage.

function createStorage(key) {
  const attempt = (action) => {
    try {
      return action(sessionStorage);
    } catch {
      return null;
    }
  };
  return {
    read: () => attempt((storage) => JSON.parse(storage.getItem(key))),
    write: (value) => attempt((storage) => storage.setItem(key, JSON.stringify(value))),
    clear: () => attempt((storage) => storage.removeItem(key)),
  };
}
