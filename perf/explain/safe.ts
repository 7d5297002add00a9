// Checks what may be sent to a production database: a plain SELECT, to be explained and not run. The statements come
// from a log, which contains whatever any client sent.
import { tokens } from '../inputs/mysql/tokens.ts';
import { postgresTokens } from '../inputs/postgres/tokens.ts';
import type { Token } from '../inputs/statements/token.ts';
import type { Dsn } from './dsn.ts';

const WRITES =
  /^(?:insert|update|delete|replace|into|outfile|dumpfile|call|do|handler|load|lock|analyze|set|procedure)$/i;
/** Functions with effects, or that wait; an optimizer may evaluate what does not depend on a row. */
const EFFECTS =
  /^(?:sleep|benchmark|get_lock|release_lock|release_all_locks|load_file|nextval|setval|lastval|master_pos_wait|source_pos_wait|wait_for_executed_gtid_set|pg_sleep\w*|pg_advisory\w*|pg_try_advisory\w*|pg_read_\w+|pg_ls_\w+|lo_\w+|dblink\w*|set_config|pg_terminate_backend|pg_cancel_backend|pg_reload_conf|pg_notify|query_to_xml|hypopg\w*)$/i;

/** The statement where it is one SELECT, or one WITH that ends in a SELECT, and nothing else; otherwise null. */
export function explainable(statement: string, engine: Dsn['engine'] = 'mysql'): string | null {
  const found = tokensOf(statement, engine);
  const code = codeOf(found);
  const first = code[0]?.text.toLowerCase();
  if (first !== 'select' && first !== 'with' && first !== '(') return null;
  const words = code.filter(({ kind }) => kind === 'word');
  if (words.some(({ text }) => WRITES.test(text))) return null;
  if (!words.some(({ text }) => /^select$/i.test(text))) return null;
  return isHarmless(found, code) ? withoutComments(statement, found) : null;
}

/** What may be run on a scratch server: a SELECT, or an UPDATE or DELETE that is rolled back. */
export function runnable(statement: string, engine: Dsn['engine']): string | null {
  const found = tokensOf(statement, engine);
  const code = codeOf(found);
  if (!/^(?:update|delete)$/i.test(code[0]?.text ?? '')) return explainable(statement, engine);
  return isHarmless(found, code) ? withoutComments(statement, found) : null;
}

function tokensOf(statement: string, engine: Dsn['engine']): Token[] {
  const bytes = Buffer.from(statement.trim().replace(/;\s*$/, ''));
  return (engine === 'mysql' ? tokens : postgresTokens)(bytes, 0, bytes.length);
}

const codeOf = (found: readonly Token[]): Token[] => found.filter(({ kind }) => kind !== 'space' && kind !== 'comment');

/** One statement, whole, without functions that have effects. */
function isHarmless(found: readonly Token[], code: readonly Token[]): boolean {
  // `/*!` and `/*M!` hold code the server runs; the lexer leaves the first in place, and takes the second for a comment.
  if (found.some(({ kind, text }) => kind === 'comment' && /^\/\*M?!/i.test(text))) return false;
  if (code.some(({ kind, text }, i) => kind === 'mark' && text === '/' && code[i + 1]?.text === '*')) return false;
  if (code.some(({ kind, text }) => kind === 'mark' && text === ';')) return false;
  if (code.some(({ kind, text }) => (kind === 'word' || kind === 'name') && EFFECTS.test(text.replaceAll('"', ''))))
    return false;
  // Assignments to variables change the session.
  if (code.some(({ text }, i) => text === ':' && code[i + 1]?.text === '=')) return false;
  const unclosed = found.at(-1);
  return unclosed?.kind !== 'literal' || /["'$][^]*["'$]$/.test(unclosed.text);
}

/** Comments stay behind: they are no part of the plan, and may be hints for other tools. */
function withoutComments(statement: string, found: readonly Token[]): string {
  // Word for word where there are none: tokens leave the letter of E'…' behind.
  if (!found.some(({ kind }) => kind === 'comment')) return statement.trim().replace(/;\s*$/, '');
  const text = found.map(({ kind, text: part }) => (kind === 'comment' ? ' ' : part)).join('');
  return Buffer.from(text, 'latin1').toString('utf8');
}
