// Every step control.db has taken, in order; the rules are those of the book's own steps.
import type { Migration } from '@zorivest/store';
import { first } from './0001-first.ts';
import { theRecord } from './0003-the-record.ts';

export const controlMigrations: readonly Migration[] = [first, theRecord];
