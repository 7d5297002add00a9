// A statement of MySQL cut into tokens, for the two passes that rewrite it: the fingerprint and the redacted example.
import {
  BACKTICK,
  DIGIT,
  DOT,
  DOUBLE_QUOTE,
  isWordByte,
  kindOf,
  latin1,
  LETTER,
  numberEnd,
  QUOTE,
  SPACE,
} from '../files/bytes.ts';
import { commentEnd, quotedNameEnd, stringEnd } from './lexeme.ts';
import type { Token, TokenKind } from '../statements/token.ts';

export function tokens(bytes: Uint8Array, start: number, end: number): Token[] {
  const found: Token[] = [];
  let i = start;
  while (i < end) {
    const [kind, next] = tokenAt(bytes, i, end, found.at(-1));
    const text = latin1(bytes, i, next);
    const before = found.at(-1);
    // An introducer belongs to the literal it stands before: x'4D', b'01', N'é', _utf8mb4'é'.
    if (kind === 'literal' && before?.kind === 'word' && /^(?:[xbn]|_[a-z0-9]+)$/i.test(before.text)) found.pop();
    found.push({ kind, text });
    i = next;
  }
  return found;
}

function tokenAt(bytes: Uint8Array, i: number, end: number, before: Token | undefined): [TokenKind, number] {
  const c = bytes[i]!;
  const kind = kindOf[c]!;
  if (kind === SPACE) return ['space', spaceEnd(bytes, i, end)];
  if (c === QUOTE || c === DOUBLE_QUOTE) return ['literal', stringEnd(bytes, i, end)];
  if (c === BACKTICK) return ['name', quotedNameEnd(bytes, i, end)];
  if (kind === DIGIT) {
    const number = numberEnd(bytes, i, end);
    return number > i ? ['number', number] : ['word', wordEnd(bytes, i, end)];
  }
  if (kind === LETTER) return ['word', wordEnd(bytes, i, end)];
  if (c === DOT && kindOf[bytes[i + 1] ?? 0] === DIGIT && before?.kind !== 'word' && before?.kind !== 'name') {
    const number = numberEnd(bytes, i, end);
    if (number > i) return ['number', number];
  }
  const comment = commentEnd(bytes, i, end);
  return comment > i ? ['comment', comment] : ['mark', i + 1];
}

function wordEnd(bytes: Uint8Array, start: number, end: number): number {
  let i = start;
  while (i < end && isWordByte(bytes[i])) i++;
  return i;
}

function spaceEnd(bytes: Uint8Array, start: number, end: number): number {
  let i = start;
  while (i < end && kindOf[bytes[i]!] === SPACE) i++;
  return i;
}
