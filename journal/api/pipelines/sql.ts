/**
 * Read-only SQL for pipelines. The threat: a policy text written by a model or copied from a page, that wants to write,
 * to read keys, or to leave the file. Two locks, each enough by itself: the text may be one SELECT without words that
 * reach outside, and SQLite's own program for it may open only tables on the list. It runs in a process that can only
 * read and is killed when it takes too long.
 */
import type { QueryRows } from './sandbox/job.ts';

/** What SQLite itself says about a statement; implemented by the store on its own connection. */
export interface SqlEngine {
  /** Whether the statement only reads, and the tables its compiled program opens. Throws SQLite's own message. */
  inspect(sql: string): Promise<{ readonly readOnly: boolean; readonly tables: readonly string[] }>;
  /** Away from the book's own connection, ended when its time is up or the signal says so. */
  query(
    sql: string,
    options: {
      readonly binds: Readonly<Record<string, unknown>>;
      readonly limit: number;
      readonly signal: AbortSignal;
    },
  ): Promise<QueryRows>;
}

/** Tables a pipeline may not read: keys, secrets, sessions, the audit trail and the pipeline's own bookkeeping. */
const DENIED = [
  /^sqlite_/,
  /^kysely_/,
  /key/,
  /secret/,
  /token/,
  /credential/,
  /session/,
  /^audit/,
  /settings$/,
  /provider/,
];

export const isDeniedTable = (name: string): boolean => DENIED.some((pattern) => pattern.test(name.toLowerCase()));

const FORBIDDEN =
  /\b(?:attach|detach|pragma|vacuum|reindex|analyze|insert|update|delete|replace(?!\s*\()|create|drop|alter|begin|commit|rollback|savepoint|release|load_extension|readfile|writefile|edit|fts3_tokenizer)\b/i;

const MAX_LENGTH = 10_000;

/** The words of a statement, without strings, quoted names and comments, in which anything may stand. */
function bare(sql: string): string {
  const quotedOrComment = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
  return sql.replace(quotedOrComment, (part) => (/^['"`[]/.test(part) ? "''" : ' '));
}

/** What can be said about a statement without asking SQLite; `null` when nothing is wrong. */
function sqlTextFault(sql: string): string | null {
  if (sql.trim() === '') return 'the SQL is empty';
  if (sql.length > MAX_LENGTH) return `the SQL has more than ${MAX_LENGTH} characters`;
  const text = bare(sql).trim().replace(/;\s*$/, '');
  if (text.includes(';')) return 'only one statement is allowed';
  if (!/^(?:select|with)\b/i.test(text)) return 'only SELECT is allowed';
  const word = FORBIDDEN.exec(text)?.[0];
  return word === undefined ? null : `"${word.toUpperCase()}" is not allowed`;
}

/** Everything that is wrong with a statement; empty when it may run. */
export async function sqlFaults(sql: string, engine: SqlEngine): Promise<string[]> {
  const fault = sqlTextFault(sql);
  if (fault !== null) return [fault];
  let inspected: Awaited<ReturnType<SqlEngine['inspect']>>;
  try {
    inspected = await engine.inspect(sql);
  } catch (error) {
    return [error instanceof Error ? error.message : 'the SQL cannot be read'];
  }
  if (!inspected.readOnly) return ['only statements that read are allowed'];
  return inspected.tables.filter(isDeniedTable).map((table) => `table "${table}" may not be read here`);
}
