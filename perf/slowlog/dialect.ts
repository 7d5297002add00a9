// What differs between the SQL of two servers, for naming a class of statements.
import { postgresTokens } from '../postgres/tokens.ts';
import { type Token, tokens } from './tokens.ts';

export interface Dialect {
  readonly tokens: (bytes: Uint8Array, start: number, end: number) => Token[];
  /** Digits in names and signs become `?`, as pt-query-digest has it; pgBadger and PostgreSQL's own ids keep them. */
  readonly foldDigits: boolean;
}

export const mysql: Dialect = { tokens, foldDigits: true };
export const postgres: Dialect = { tokens: postgresTokens, foldDigits: false };
