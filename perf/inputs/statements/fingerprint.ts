// The name of a class of statements: what is left when values, comments and layout are gone. On ordinary statements
// the text, and so the class id, is what pt-query-digest gives; where that is wrong (doubled quotes, `\\'`, hex,
// `o1.id`, tables that differ by a number) this follows the server's own grammar instead.
import { createHash } from 'node:crypto';
import type { Dialect } from './dialect.ts';
import { latin1, utf8 } from '../files/bytes.ts';
import type { Token } from './token.ts';

/** Upper-case MD5 of the fingerprint, as pt-query-digest's checksum. An id for people to compare, not for security. */
export function classId(fingerprint: string): string {
  return createHash('md5').update(fingerprint).digest('hex').toUpperCase();
}

const MYSQLDUMP = /^SELECT \/\*!40001 SQL_NO_CACHE \*\/ \* FROM `/;
const PERCONA_TOOLKIT = /\/\*\w+\.\w+:[0-9]\/[0-9]\*\//;

/** `statement` without its closing semicolon. */
export function fingerprint(bytes: Uint8Array, start: number, end: number, dialect: Dialect): string {
  const head = latin1(bytes, start, Math.min(end, start + 4096));
  if (MYSQLDUMP.test(head)) return 'mysqldump';
  if (PERCONA_TOOLKIT.test(head)) return 'percona-toolkit';
  if (head.startsWith('administrator command: ')) return utf8(latin1(bytes, start, end)).trimEnd();
  const call = /^\s*(call\s+[^\s(]+)\s*\(/i.exec(head);
  if (call) return utf8(call[1]!.toLowerCase().replace(/\s+/g, ' '));

  const code = foldRows(dialect.tokens(bytes, start, end).filter((token) => token.kind !== 'comment'));
  if (/^\s*use\s+\S+\s*$/i.test(code.map((token) => token.text).join(''))) return 'use ?';
  return utf8(foldClauses(abstractValues(code, dialect)));
}

/** Multi-row inserts keep their first row; with it goes all that follows the rows, so their number leaves no trace. */
function foldRows(code: readonly Token[]): readonly Token[] {
  const words = code.filter((token) => token.kind !== 'space').slice(0, 3);
  const verb = words[0]?.text.toLowerCase();
  if (verb !== 'insert' && verb !== 'replace') return code;
  const values = code.findIndex((token) => token.kind === 'word' && /^values?$/i.test(token.text));
  if (values === -1) return code;
  let depth = 0;
  for (let i = values + 1; i < code.length; i++) {
    const { kind, text } = code[i]!;
    if (kind !== 'mark') continue;
    if (text === '(') depth++;
    else if (text === ')' && --depth === 0) {
      const [comma, open] = code.slice(i + 1, i + 6).filter((token) => token.kind !== 'space');
      return comma?.text === ',' && open?.text === '(' ? code.slice(0, i + 1) : code;
    }
  }
  return code;
}

/** Values become `?`, white space one blank, letters small. */
function abstractValues(code: readonly Token[], { foldDigits }: Dialect): string {
  const withDigits = foldDigits ? namesWithDigits(code) : namesOf(code);
  let text = '';
  let glued = false;
  for (let i = 0; i < code.length; i++) {
    const token = code[i]!;
    const value = token.kind === 'number' || token.kind === 'literal';
    const sign = foldDigits && token.kind === 'mark' && (token.text === '+' || token.text === '-');
    if (value || sign) {
      // `k+1`, `-5` and `1-2` are one value each: signs count as part of the number they touch.
      if (!(glued && (sign || token.kind === 'number'))) text += '?';
      glued = sign || token.kind === 'number';
      continue;
    }
    glued = false;
    if (token.kind === 'space') text += text === '' ? '' : ' ';
    else if (token.kind === 'word') text += word(token.text, withDigits);
    else if (token.kind === 'name') text += name(token.text, withDigits);
    else text += token.text;
  }
  return text.replaceAll(/ {2,}/g, ' ').replace(/[ \n]+$/, '');
}

const CONSTANT = /^(?:true|false|null)$/i;

function word(text: string, withDigits: ReadonlySet<string>): string {
  if (CONSTANT.test(text)) return '?';
  return name(text, withDigits);
}

function name(text: string, withDigits: ReadonlySet<string>): string {
  return (withDigits.has(bare(text)) ? text : withoutDigits(text)).toLowerCase();
}

/** `utf8mb4` becomes `utf?m?`: the digits, the hex letters after them and an x or b before them. */
function withoutDigits(text: string): string {
  return /[0-9]/.test(text) ? text.replaceAll(/[0-9][0-9a-fx]*/g, '?').replaceAll(/[xb]\?/g, '?') : text;
}

function bare(text: string): string {
  return text.replaceAll('`', '').toLowerCase();
}

const TABLE_FOLLOWS = /^(?:from|join|into|update|table|like|truncate|describe|desc)$/i;
/** A number that is a word of its own in a table's name: `events_2024_01`, `wp_2_posts`. */
const NUMBERED_TABLE = /(?:^|_)[0-9]+(?:_|$)/;

/**
 * The names that keep their digits, because without them two different things would be one: aliases that qualify a
 * column (`o1.id`), and tables named by a number (`events_2024_01`).
 */
function namesWithDigits(code: readonly Token[]): ReadonlySet<string> {
  const names = new Set<string>();
  const solid = code.filter((token) => token.kind !== 'space');
  for (let i = 0; i < solid.length; i++) {
    const token = solid[i]!;
    if ((token.kind !== 'word' && token.kind !== 'name') || !/[0-9]/.test(token.text)) continue;
    const qualifies = solid[i + 1]?.text === '.';
    const before = solid[i - 1];
    const holder = before?.text === '.' ? solid[i - 3] : before;
    const table = holder?.kind === 'word' && TABLE_FOLLOWS.test(holder.text) && NUMBERED_TABLE.test(bare(token.text));
    if (qualifies || table) names.add(bare(token.text));
  }
  return names;
}

function namesOf(code: readonly Token[]): ReadonlySet<string> {
  return new Set(code.filter(({ kind }) => kind === 'word' || kind === 'name').map(({ text }) => bare(text)));
}

function foldClauses(text: string): string {
  let folded = text.replaceAll(/\b(in|values?)(?:[\s,]*\([\s?,]*\))+/g, '$1(?+)');
  if (folded.includes(' union')) {
    folded = folded.replaceAll(/\b(select\s.*?)(?:(\sunion(?:\sall)?)\s\1)+/g, '$1 /*repeat$2*/');
  }
  folded = folded.replace(/\blimit \?(?:, ?\?| offset \?)?/, 'limit ?');
  const order = folded.search(/\border by /);
  return order === -1 ? folded : folded.slice(0, order) + folded.slice(order).replaceAll(/\s+asc\b/g, '');
}
