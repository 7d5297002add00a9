import type { Dialect } from '../statements/dialect.ts';
import { tokens } from './tokens.ts';

export const mysql: Dialect = { tokens, foldDigits: true, numbersConnections: true };
