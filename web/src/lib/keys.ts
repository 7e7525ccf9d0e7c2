// What keys ask for. None of them while somebody types, and none held together with another.

export type ActionKey = 'fold' | 'pass' | 'raise' | 'more' | 'less' | number;
export type PageKey = 'help' | 'chat' | 'last-hand' | 'sit-out';

interface Pressed {
  key: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  repeat: boolean;
  target: EventTarget | null;
}

interface Typed {
  key: string;
  isComposing: boolean;
  currentTarget: { blur(): void };
}

/** In a field: Escape leaves it, so that keys mean the buttons again. */
export function leaves(event: Typed): void {
  if (event.key === 'Escape' && !event.isComposing) event.currentTarget.blur();
}

/** Whether the press belongs to a field that takes text or to an open window. */
function taken(event: Pressed): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey) return true;
  const target = event.target;
  if (!(target instanceof Element)) return false;
  const slider = target instanceof HTMLInputElement && ['range', 'checkbox'].includes(target.type);
  return target.closest('dialog') !== null || (target.matches('input, textarea, select') && !slider);
}

export function actionKey(event: Pressed): ActionKey | null {
  if (taken(event)) return null;
  if (event.key === 'ArrowUp') return 'more';
  if (event.key === 'ArrowDown') return 'less';
  if (event.repeat) return null;
  switch (event.key.toLowerCase()) {
    case 'f':
      return 'fold';
    case 'c':
      return 'pass';
    case 'r':
      return 'raise';
    default:
      return /^[1-4]$/.test(event.key) ? Number(event.key) - 1 : null;
  }
}

export function pageKey(event: Pressed): PageKey | null {
  if (taken(event) || event.repeat) return null;
  switch (event.key.toLowerCase()) {
    case '?':
      return 'help';
    case 't':
      return 'chat';
    case 'l':
      return 'last-hand';
    case 's':
      return 'sit-out';
    default:
      return null;
  }
}
