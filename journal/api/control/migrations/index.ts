// Every step control.db has taken, in order; the rules are those of the book's own steps.
import type { Migration } from '@zorivest/store';
import { first } from './0001-first.ts';

export const controlMigrations: readonly Migration[] = [first];
