// What differs between the SQL of two servers, for naming a class of statements.
import type { Token } from './token.ts';

export interface Dialect {
  readonly tokens: (bytes: Uint8Array, start: number, end: number) => Token[];
  /** Digits in names and signs become `?`, as pt-query-digest has it; pgBadger and PostgreSQL's own ids keep them. */
  readonly foldDigits: boolean;
  /** Connections are numbered in the order in which they are made; process ids are not. */
  readonly numbersConnections: boolean;
}
