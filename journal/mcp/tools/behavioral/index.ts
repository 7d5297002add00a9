export { getMistakeSummary } from './get-mistake-summary.ts';
export { linkTradeJournal } from './link-trade-journal.ts';
export { trackMistake } from './track-mistake.ts';
