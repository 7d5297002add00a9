// Every step a book has taken, in order. A new one gets the next number, a file of its own and a line here; a step that has
// been released is never edited.
import type { Migration } from '../migrate.ts';
import { first } from './0001-first.ts';
import { theRecord } from './0003-the-record.ts';
import { theBin } from './0004-the-bin.ts';

export const migrations: readonly Migration[] = [first, theRecord, theBin];
