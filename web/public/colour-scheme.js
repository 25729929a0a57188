// Runs before the first paint, so that a dark screen never flashes white. It is a file of its own
// because the content security policy forbids inline scripts.
(() => {
  let stored = null;
  try {
    stored = localStorage.getItem('liksa-colour-scheme');
  } catch {
    // Storage can be switched off; the system's own scheme is then the best guess.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const { dataset } = document.documentElement;
  dataset.mantineColorScheme = stored === 'light' || stored === 'dark' ? stored : system;

  // Paper is white, whatever the scheme of the screen.
  let onScreen;
  matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) onScreen = dataset.mantineColorScheme;
    dataset.mantineColorScheme = matches ? 'light' : onScreen;
  });
})();
