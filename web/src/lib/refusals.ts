// Why something was refused, in words: by its code, or plainly where a newer server has a code unknown here.

import { amount } from './format';
import { knows, text } from './words';

interface Refusal {
  code: string;
  least?: number | null;
  most?: number | null;
}

export function refusalText({ code, least = null, most = null }: Refusal): string {
  const id = `refused-${code.replaceAll('_', '-')}`;
  const args = { least: least === null ? '' : amount(least), most: most === null ? '' : amount(most) };
  return knows(id) ? text(id, args) : text('refused-unknown', { code });
}
