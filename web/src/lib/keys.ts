// What keys ask for. None of them while somebody types, and none held together with another.

export type ActionKey = 'fold' | 'pass' | 'raise' | 'more' | 'less' | number;
export type AloudKey = 'own-hand' | 'board' | 'pot' | 'opponents';
export type PageKey = 'help' | 'chat' | 'last-hand' | 'sit-out' | AloudKey;

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
  repeat: boolean;
  currentTarget: { blur(): void };
  preventDefault(): void;
}

/** In a field: Escape leaves it, so that keys mean the buttons again. */
export function leaves(event: Pick<Typed, 'key' | 'isComposing' | 'currentTarget'>): void {
  if (event.key === 'Escape' && !event.isComposing) event.currentTarget.blur();
}

/** In a field for an amount: Enter does what its button does, too. */
export function enters(event: Typed, act: () => void): void {
  leaves(event);
  if (event.key !== 'Enter' || event.isComposing) return;
  event.preventDefault();
  if (!event.repeat) act();
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
    case 'h':
      return 'own-hand';
    case 'b':
      return 'board';
    case 'p':
      return 'pot';
    case 'o':
      return 'opponents';
    default:
      return null;
  }
}
