// What may be sent to a database that somebody uses: a plain SELECT, to be explained and not run. The statements come
// from a log, and a log holds what anybody managed to send.
import { tokens } from '../inputs/mysql/tokens.ts';

const WRITES =
  /^(?:insert|update|delete|replace|into|outfile|dumpfile|call|do|handler|load|lock|analyze|set|procedure)$/i;
/** Functions with effects, or that wait; an optimizer may evaluate what does not depend on a row. */
const EFFECTS =
  /^(?:sleep|benchmark|get_lock|release_lock|release_all_locks|load_file|nextval|setval|lastval|master_pos_wait|source_pos_wait|wait_for_executed_gtid_set)$/i;

/** The statement where it is one SELECT, or one WITH that ends in a SELECT, and nothing else; otherwise null. */
export function explainable(statement: string): string | null {
  const bytes = Buffer.from(statement.trim().replace(/;\s*$/, ''));
  const found = tokens(bytes, 0, bytes.length);
  const code = found.filter(({ kind }) => kind !== 'space' && kind !== 'comment');
  const first = code[0]?.text.toLowerCase();
  if (first !== 'select' && first !== 'with' && first !== '(') return null;
  // `/*!` and `/*M!` hold code the server runs; the lexer leaves the first in place, and takes the second for a comment.
  if (found.some(({ kind, text }) => kind === 'comment' && /^\/\*M?!/i.test(text))) return null;
  if (code.some(({ kind, text }, i) => kind === 'mark' && text === '/' && code[i + 1]?.text === '*')) return null;
  if (code.some(({ kind, text }) => kind === 'mark' && text === ';')) return null;
  const words = code.filter(({ kind }) => kind === 'word');
  if (words.some(({ text }) => WRITES.test(text) || EFFECTS.test(text))) return null;
  if (!words.some(({ text }) => /^select$/i.test(text))) return null;
  // Assignments to variables change the session.
  if (code.some(({ text }, i) => text === ':' && code[i + 1]?.text === '=')) return null;
  const unclosed = found.at(-1);
  if (unclosed?.kind === 'literal' && !/["'][^]*["']$/.test(unclosed.text)) return null;
  // Comments stay behind: they are no part of the plan, and may be hints for other tools.
  return found.map(({ kind, text }) => (kind === 'comment' ? ' ' : text)).join('');
}
