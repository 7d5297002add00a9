import { createContext, runInContext } from 'node:vm';
import { codes, KernelError } from '../tool/errors.ts';

/** A pattern is the caller's: one that backtracks for ever must not stop the server. */
const PATTERN_MS = 50;

/** `/…/` or `/…/i` in a query is a regular expression. */
const WRITTEN = /^\/(.+)\/([a-z]*)$/s;

/** The texts a pattern matches, by index; `undefined` when the query is not a pattern. */
export function matching(query: string, texts: readonly string[]): number[] | undefined {
  const [, source, flags = ''] = WRITTEN.exec(query.trim()) ?? [];
  if (source === undefined) return undefined;
  try {
    const pattern = new RegExp(source, flags.includes('i') ? 'i' : '');
    const context = createContext({ pattern, texts });
    const code = 'texts.flatMap((text, index) => (pattern.test(text) ? [index] : []))';
    return [...(runInContext(code, context, { timeout: PATTERN_MS }) as number[])];
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : 'it takes too long to match';
    throw new KernelError(
      codes.invalidArguments,
      `The pattern ${query} cannot be used: ${why}. Use plain words instead.`,
    );
  }
}
