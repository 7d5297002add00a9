// A statement a person can read, without anything that was a value in it.
import type { Dialect } from './dialect.ts';
import { utf8 } from '../files/bytes.ts';
import type { Token } from './token.ts';

const LONGEST = 2000;

/** Values and comments are gone, long lists of values are cut; names, keywords and their case stay. */
export function example(bytes: Uint8Array, start: number, end: number, dialect: Dialect): string {
  // What is longer than this many bytes is cut anyway; a value cut in the middle is still one value.
  const code = dialect
    .tokens(bytes, start, Math.min(end, start + 64 * 1024))
    .filter((token) => token.kind !== 'comment');
  const text = utf8(code.map(plain).join(''))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\?(?:\s*,\s*\?){3,}/g, '?, …, ?')
    .replaceAll(/(\(\?[^()]*\))(?:\s*,\s*\(\?[^()]*\))+/g, '$1, …')
    .trim();
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function plain(token: Token): string {
  return token.kind === 'literal' || token.kind === 'number' ? '?' : token.text;
}
