import type { Dialect } from '../statements/dialect.ts';
import { postgresTokens } from './tokens.ts';

export const postgres: Dialect = { tokens: postgresTokens, foldDigits: false, numbersConnections: false };
