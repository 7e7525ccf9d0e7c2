import { parse } from 'svelte/compiler';
import { describe, expect, test } from 'vitest';
import catalogue from '../locale/en.ftl?raw';
import { cardName, cards, listed, pieces, strong, text } from './words';

const components = import.meta.glob<string>('../**/*.svelte', { query: '?raw', import: 'default', eager: true });
const modules = import.meta.glob<string>(['../**/*.ts', '!../**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const ids = [...catalogue.matchAll(/^([a-z][\w-]*) =/gm)].map((match) => match[1] ?? '');

test('a message is drawn in pieces and read as one sentence', () => {
  const args = { player: strong('Bob'), cards: cards(['As', 'Td']) };
  expect(pieces('line-shows-cards', args)).toEqual([
    { kind: 'strong', text: 'Bob' },
    { kind: 'text', text: ' shows ' },
    { kind: 'card', text: 'As' },
    { kind: 'text', text: ' ' },
    { kind: 'card', text: 'Td' },
  ]);
  expect(text('line-shows-cards', args)).toBe('Bob shows ace of spades ten of diamonds');
});

test('cards are spoken by their names', () => {
  expect(cardName('As')).toBe('ace of spades');
  expect(cardName('Tc')).toBe('ten of clubs');
});

test('names are listed with commas and an and', () => {
  expect(listed(['Bob'])).toBe('Bob');
  expect(listed(['Bob', 'Frans', 'Grace'])).toBe('Bob, Frans and Grace');
});

test('an unknown message is a mistake of the page', () => {
  expect(() => text('no-such-message')).toThrow('no message no-such-message');
});

describe('the catalogue', () => {
  const sources = [...Object.values(components), ...Object.values(modules)];

  test('has no message twice', () => {
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test('has every message that the page names', () => {
    const named = sources.flatMap((source) =>
      [...source.matchAll(/(?:\btext|\bmarked|id: |id=)\(?["'{]?["']?([a-z][a-z0-9]*(?:-[a-z0-9]+)*)["']/g)].map(
        (match) => match[1] ?? '',
      ),
    );
    const missing = named.filter((id) => !ids.includes(id) && !/^(account-name)$/.test(id));
    expect(missing).toEqual([]);
  });

  test('has no message that the page does not name', () => {
    const all = sources.join('\n');
    // Ids put together from a code of the server or of a table of the page: the part before the code is named.
    const made = /^(share|rank|suit|hand|refused|profile|structure|line|key|help|filter|theme|deck|tab|pod|wish|size|you-owe|post)-/;
    expect(ids.filter((id) => !made.test(id) && !all.includes(`'${id}'`) && !all.includes(`"${id}"`))).toEqual([]);
  });
});

test.each(Object.entries(components))('%s has no words of its own', (_file, source) => {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, data, name } = node as { type?: string; data?: string; name?: string };
    if (type === 'Text' && /\p{L}/u.test(data ?? '')) found.push(data ?? '');
    if (type === 'StyleDirective') return;
    if (type === 'Attribute' && !['aria-label', 'title', 'placeholder', 'alt'].includes(name ?? '')) return;
    for (const child of Object.values(node)) Array.isArray(child) ? child.forEach(visit) : visit(child);
  };
  visit(parse(source, { modern: true }).fragment);
  expect(found).toEqual([]);
});
