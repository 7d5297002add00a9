// A command of the shell, defined once: its help, its options and its place in the list follow from this.
import type { OpenGateway } from '../gateway.ts';

export interface CommandCall {
  readonly gateway: OpenGateway;
  readonly args: readonly string[];
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly home: string;
  /** The answer as JSON with --json, else as text. */
  readonly print: (answer: unknown, text: string) => void;
}

export interface Command {
  readonly name: string;
  /** What follows the name. */
  readonly usage: string;
  readonly about: string;
  readonly example: string;
  /** In addition to --json and --help. */
  readonly options?: Readonly<
    Record<
      string,
      {
        /** `optional`: a value may follow. */ readonly type: 'string' | 'boolean' | 'optional';
        readonly about: string;
      }
    >
  >;
  run(call: CommandCall): Promise<void> | void;
}

export function requireWord(value: string | undefined, what: string, { name }: { readonly name: string }): string {
  if (value === undefined) throw new Error(`give ${what}; see swimmy-mcp ${name} --help`);
  return value;
}

/** A request by its id, or by the beginning of it when only one begins so. */
export function requestNamed({ gateway, args }: CommandCall, command: { readonly name: string }): string {
  return withPrefix(gateway, requireWord(args[0], 'the request_id', command));
}

export function withPrefix({ store }: OpenGateway, word: string): string {
  if (store.get(word) !== undefined) return word;
  const matches = store
    .list({ limit: SEARCHED, offset: 0 })
    .map(({ request_id }) => request_id)
    .filter((id) => id.startsWith(word));
  if (matches.length > 1) throw new Error(`${matches.length} requests begin with ${word}; give more of the id`);
  return matches[0] ?? word;
}
const SEARCHED = 100_000;

/** A flag that takes a whole number. */
export function wholeFlag({ flags }: CommandCall, name: string, fallback: number, most: number): number {
  const text = flags[name];
  if (typeof text !== 'string') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > most || text.trim() === '')
    throw new Error(`--${name} takes a whole number from 0 to ${most}, not ${JSON.stringify(text)}`);
  return value;
}
