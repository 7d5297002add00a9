/**
 * Read-only SQL for pipelines. The threat: a policy text written by a model or copied from a page, that wants to write,
 * to read keys, to leave the file, or to eat the machine. Two locks, each sufficient alone: the text may be one SELECT
 * without words that reach outside, and what SQLite's own compiler finds in it must be on the list in `readable.ts`. It
 * is compiled and run in a process that can only read and is killed when it takes too long or too much memory.
 */
import type { QueryRows } from './sql-job.ts';

/** Away from the book's own connection and this process, ended when its time is up or the signal says so. */
export interface SqlEngine {
  /** For each statement what SQLite's compiler finds wrong with it; empty for one that may run. */
  refusals(statements: readonly string[], signal: AbortSignal): Promise<readonly (readonly string[])[]>;
  /** Refused statements are refused here again. */
  query(
    sql: string,
    options: {
      readonly binds: Readonly<Record<string, unknown>>;
      readonly limit: number;
      readonly signal: AbortSignal;
    },
  ): Promise<QueryRows>;
}

/** `natural` joins over whatever two tables have in common, also over what may not be read. */
const FORBIDDEN =
  /\b(?:attach|detach|pragma|vacuum|reindex|analyze|insert|update|delete|replace(?!\s*\()|create|drop|alter|begin|commit|rollback|savepoint|release|natural|load_extension|readfile|writefile|edit|fts3_tokenizer)\b/i;

const MAX_LENGTH = 10_000;

/** The words of a statement, without strings, quoted names and comments, in which anything may stand. */
function bare(sql: string): string {
  const quotedOrComment = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
  return sql.replace(quotedOrComment, (part) => (/^['"`[]/.test(part) ? "''" : ' '));
}

/** What is wrong with a statement as far as its text shows; `null` when nothing is. */
export function sqlTextFault(sql: string): string | null {
  if (sql.trim() === '') return 'the SQL is empty';
  if (sql.length > MAX_LENGTH) return `the SQL has more than ${MAX_LENGTH} characters`;
  const text = bare(sql).trim().replace(/;\s*$/, '');
  if (text.includes(';')) return 'only one statement is allowed';
  if (!/^(?:select|with)\b/i.test(text)) return 'only SELECT is allowed';
  const word = FORBIDDEN.exec(text)?.[0];
  return word === undefined ? null : `"${word.toUpperCase()}" is not allowed`;
}

/** Everything that is wrong with each statement; empty for one that may run. */
export async function sqlFaults(
  statements: readonly string[],
  engine: SqlEngine,
  signal: AbortSignal,
): Promise<readonly (readonly string[])[]> {
  const byText = statements.map(sqlTextFault);
  const readable = statements.filter((_, n) => byText[n] === null);
  const byCompiler = readable.length === 0 ? [] : [...(await engine.refusals(readable, signal))];
  return byText.map((fault) => (fault === null ? (byCompiler.shift() ?? []) : [fault]));
}
