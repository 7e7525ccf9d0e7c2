// The page's settings in use.

import { loadSettings, saveSettings, type Settings } from './settings';

class Current {
  value = $state.raw<Settings>(loadSettings());

  change(change: Partial<Settings>): void {
    this.value = { ...this.value, ...change };
    saveSettings(this.value);
  }
}

export const settings = new Current();
