// A page that is older than the server loads itself anew, once for each build: never in a circle.

const KEY = 'omaha8.reloaded';

export function reloadOnce(build: string): void {
  try {
    if (sessionStorage.getItem(KEY) === build) return;
    sessionStorage.setItem(KEY, build);
  } catch {
    return; // without memory of it, it might never stop
  }
  window.location.reload();
}
