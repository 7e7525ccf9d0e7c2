// The page's own settings, kept in this browser. Storage may be closed to the page; then they last until it closes.

export interface Settings {
  theme: 'system' | 'dark' | 'light';
  deck: 'four' | 'two';
  sound: boolean;
  keys: boolean;
}

const KEY = 'omaha8.settings';
const DEFAULTS: Settings = { theme: 'system', deck: 'four', sound: true, keys: true };

/** Stored settings, whatever of them is readable. */
export function readSettings(stored: string | null): Settings {
  let found: Partial<Record<keyof Settings, unknown>> = {};
  try {
    const value: unknown = JSON.parse(stored ?? '{}');
    if (typeof value === 'object' && value !== null) found = value;
  } catch {
    // Not ours, or damaged: the defaults hold.
  }
  return {
    theme: found.theme === 'dark' || found.theme === 'light' ? found.theme : DEFAULTS.theme,
    deck: found.deck === 'two' ? 'two' : DEFAULTS.deck,
    sound: typeof found.sound === 'boolean' ? found.sound : DEFAULTS.sound,
    keys: typeof found.keys === 'boolean' ? found.keys : DEFAULTS.keys,
  };
}

export function loadSettings(): Settings {
  try {
    return readSettings(localStorage.getItem(KEY));
  } catch {
    return DEFAULTS;
  }
}

export function saveSettings(settings: Settings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private windows may refuse.
  }
}
