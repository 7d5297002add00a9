import { createContext, runInContext } from 'node:vm';
import { codes, KernelError } from '../tool/errors.ts';

/** A pattern is the caller's: one that backtracks for ever must not stop the server. This much processor time it gets. */
const PROCESSOR_MS = 40;
/** How long it may first run by the clock, which is all the runtime can watch; on a busy machine it runs again. */
const FIRST_RUN_MS = 50;

/** `/…/` or `/…/i` in a query is a regular expression. */
const WRITTEN = /^\/(.+)\/([a-z]*)$/s;

/** Milliseconds of processor time this thread has used. */
export type ProcessorTime = () => number;

const ownProcessorTime: ProcessorTime = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** The texts a pattern matches, by index; `undefined` when the query is not a pattern. */
export function matching(
  query: string,
  texts: readonly string[],
  processorTime = ownProcessorTime,
): number[] | undefined {
  const [, source, flags = ''] = WRITTEN.exec(query.trim()) ?? [];
  if (source === undefined) return undefined;
  try {
    return withinBudget(new RegExp(source, flags.includes('i') ? 'i' : ''), texts, processorTime);
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : 'it takes too long to match';
    throw new KernelError(
      codes.invalidArguments,
      `The pattern ${query} cannot be used: ${why}. Use plain words instead.`,
    );
  }
}

/** Time that other programs took does not count: a run that was cut short without its share is run again, for longer. */
function withinBudget(pattern: RegExp, texts: readonly string[], processorTime: ProcessorTime): number[] {
  const context = createContext({ pattern, texts });
  const code = 'texts.flatMap((text, index) => (pattern.test(text) ? [index] : []))';
  for (let timeout = FIRST_RUN_MS; ; timeout *= 2) {
    const before = processorTime();
    try {
      return [...(runInContext(code, context, { timeout }) as number[])];
    } catch (error) {
      const timeIsUp = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
      if (!timeIsUp || processorTime() - before >= PROCESSOR_MS) throw error;
    }
  }
}
