// What a command of the shell is: said once, from which its help, its options and its place in the list follow.
import type { OpenGateway } from '../gateway.ts';

export interface CommandCall {
  readonly gateway: OpenGateway;
  readonly words: readonly string[];
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
  /** Beside --json and --help. */
  readonly options?: Readonly<Record<string, { readonly type: 'string' | 'boolean'; readonly about: string }>>;
  run(call: CommandCall): Promise<void> | void;
}

export function needed(value: string | undefined, what: string, { name }: { readonly name: string }): string {
  if (value === undefined) throw new Error(`give ${what}; see swimmy-mcp ${name} --help`);
  return value;
}

/** A flag that takes a whole number. */
export function wholeFlag({ flags }: CommandCall, name: string, fallback: number, most: number): number {
  const given = flags[name];
  if (typeof given !== 'string') return fallback;
  const value = Number(given);
  if (!Number.isInteger(value) || value < 0 || value > most || given.trim() === '')
    throw new Error(`--${name} takes a whole number from 0 to ${most}, not ${JSON.stringify(given)}`);
  return value;
}
