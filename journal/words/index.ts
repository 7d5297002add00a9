// Words that several packages of the journal use, each said once. Nothing here depends on anything.
export * from './brokers.ts';
export * from './by-name.ts';
export * from './cash.ts';
export * from './figures.ts';
export * from './importing.ts';
export * from './instruments.ts';
export * from './market.ts';
export * from './review.ts';
export * from './tax.ts';
export * from './trading.ts';
export { hidesSigns, visible, visibleLines } from './visible.ts';
