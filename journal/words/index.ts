// Words that several packages of the journal use, each said once. Nothing here depends on anything.
export * from './brokers.ts';
export * from './by-name.ts';
export * from './cash.ts';
export { dayInWords } from './days.ts';
export * from './fields.ts';
export * from './figures.ts';
export * from './importing.ts';
export * from './instruments.ts';
export { daysOfIsoWeek, isoWeekOf, nameWeek } from './iso-week.ts';
export * from './market.ts';
export * from './mcp-clients.ts';
export * from './near-entry.ts';
export * from './review.ts';
export * from './secrets.ts';
export * from './tax.ts';
export * from './trade-name.ts';
export * from './trading.ts';
export { asItLooks, hidesSigns, visible, visibleLines } from './visible.ts';
