import type { AnyTool } from '@zorivest/kernel';
import { getMistakeSummary } from './get-mistake-summary.ts';
import { linkTradeJournal } from './link-trade-journal.ts';
import { trackMistake } from './track-mistake.ts';

export const behavioral: readonly AnyTool[] = [trackMistake, getMistakeSummary, linkTradeJournal];
