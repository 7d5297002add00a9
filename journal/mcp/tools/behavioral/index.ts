import type { AnyTool } from '@zorivest/kernel';
import { linkTradeJournal } from './link-trade-journal.ts';
import { trackMistake } from './track-mistake.ts';

export const behavioral: readonly AnyTool[] = [trackMistake, linkTradeJournal];
