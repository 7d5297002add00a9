// A statement of PostgreSQL cut into tokens, for its fingerprint and its redacted example.
import { DASH, DIGIT, DOT, DOUBLE_QUOTE, isWordByte, kindOf, LETTER, numberEnd, QUOTE, SPACE } from '../files/bytes.ts';
import { latin1 } from '../files/bytes.ts';
import type { Token, TokenKind } from '../statements/token.ts';
import { commentEnd, dollarEnd, literalEnd, nameEnd } from './lexeme.ts';

const PLUS = 43;

export function postgresTokens(bytes: Uint8Array, start: number, end: number): Token[] {
  const found: Token[] = [];
  let i = start;
  while (i < end) {
    const before = found.at(-1);
    const [kind, next] = signedNumber(bytes, i, end, found) ?? tokenAt(bytes, i, end, start, before);
    // E'…', B'…', X'…', N'…': the letter belongs to the literal.
    if (kind === 'literal' && before?.kind === 'word' && /^[ebxn]$/i.test(before.text)) found.pop();
    found.push({ kind, text: latin1(bytes, i, next) });
    i = next;
  }
  return found;
}

/** `-5` where a value is due, as behind `=` or `(`, is one value; in `a -5` the sign subtracts. */
function signedNumber(bytes: Uint8Array, i: number, end: number, found: readonly Token[]): ['number', number] | null {
  if ((bytes[i] !== DASH && bytes[i] !== PLUS) || kindOf[bytes[i + 1] ?? 0] !== DIGIT) return null;
  const before = found.findLast(({ kind }) => kind !== 'space' && kind !== 'comment');
  if (before?.kind !== 'mark' || before.text === ')' || before.text === ']') return null;
  const number = numberEnd(bytes, i + 1, end);
  return number > i + 1 ? ['number', number] : null;
}

function tokenAt(
  bytes: Uint8Array,
  i: number,
  end: number,
  first: number,
  before: Token | undefined,
): [TokenKind, number] {
  const c = bytes[i]!;
  const kind = kindOf[c]!;
  if (kind === SPACE) {
    let next = i;
    while (next < end && kindOf[bytes[next]!] === SPACE) next++;
    return ['space', next];
  }
  if (c === QUOTE) return ['literal', literalEnd(bytes, i, end, first)];
  if (c === DOUBLE_QUOTE) return ['name', nameEnd(bytes, i, end)];
  const dollar = dollarEnd(bytes, i, end);
  // A bound parameter counts as one more value, like the number it stands for.
  if (dollar > i) return [kindOf[bytes[i + 1]!] === DIGIT ? 'number' : 'literal', dollar];
  if (kind === DIGIT || (c === DOT && kindOf[bytes[i + 1] ?? 0] === DIGIT && !isName(before))) {
    const number = numberEnd(bytes, i, end);
    if (number > i) return ['number', number];
  }
  if (kind === LETTER || kind === DIGIT) {
    let next = i;
    while (next < end && isWordByte(bytes[next])) next++;
    return ['word', next];
  }
  const comment = commentEnd(bytes, i, end);
  return comment > i ? ['comment', comment] : ['mark', operatorEnd(bytes, i, end)];
}

function isName(token: Token | undefined): boolean {
  return token?.kind === 'word' || token?.kind === 'name';
}

const OPERATOR = new Set(Buffer.from('+-*/<>=~!@#%^&|`?'));

/** `->>` is one operator; the sign in `=-1` belongs to the number, as in the server's own lexer. */
function operatorEnd(bytes: Uint8Array, start: number, end: number): number {
  let next = start;
  while (next < end && OPERATOR.has(bytes[next]!) && commentEnd(bytes, next, end) === next) next++;
  if (next === start) return start + 1;
  const text = latin1(bytes, start, next);
  if (/[~!@#%^&|`?]/.test(text)) return next;
  while (
    next > start + 1 &&
    /[+-]/.test(String.fromCharCode(bytes[next - 1]!)) &&
    !/^->>?$/.test(latin1(bytes, start, next))
  )
    next--;
  return next;
}
