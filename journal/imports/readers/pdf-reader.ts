// The text of a broker's PDF, read by the layout that knows it best.
import { PDF_FORMATS } from './registry.ts';
import { Sink } from '../broker/sink.ts';
import { RowLog } from '../statement/diagnostics.ts';
import type { BrokerResult } from '../statement/model.ts';
import { sniffDateOrder } from '../text/time.ts';

/** No printed line is longer; the layouts' patterns must not be fed a whole page as one. */
const LONGEST_LINE = 500;

export interface PdfResult extends BrokerResult {
  /** 0..1. Below 0.8 a person should look before anything is imported. */
  readonly confidence: number;
}

export interface PdfOptions {
  readonly accountId?: string;
  /** The book's account for each account as the document names it. */
  readonly accounts?: Readonly<Record<string, string>>;
}

export function parseBrokerPdfText(text: string, options: PdfOptions = {}): PdfResult {
  const lines = text.split(/\r\n?|\n/).map((line) => line.slice(0, LONGEST_LINE).replaceAll('\u00a0', ' ').trim());
  const ranked = PDF_FORMATS.map((layout) => ({ layout, certainty: layout.recognise(lines.join('\n')) })).toSorted(
    (a, b) => b.certainty - a.certainty,
  );
  const best = ranked[0];
  if (text.trim() === '')
    return nothing('The PDF holds no text: it is a scan. Ask the broker for the original document or a CSV export.');
  if (best === undefined || best.certainty === 0)
    return nothing('No known broker layout fits this document, and no line in it reads as a trade.');
  const { layout, certainty } = best;
  const sink = new Sink({
    format: layout.name,
    accountId: options.accountId,
    accounts: options.accounts,
    zone: layout.zone,
    dateOrder: sniffDateOrder(text, layout.dateOrder ?? 'mdy'),
    decimalMark: '.',
    newestFirst: false,
  });
  layout.read(lines, sink);
  const { accounts, cancelled, reversals, stated, diagnostics } = sink.end();
  const read = diagnostics.total_rows === 0 ? 0 : diagnostics.parsed / diagnostics.total_rows;
  if (diagnostics.total_rows === 0)
    sink.log.warn(`The document is ${layout.label}'s, but no line in it reads as a trade or a cash movement.`);
  // A layout that could read only part of its rows is sure of only part of what it says.
  const confidence = diagnostics.total_rows === 0 ? 0 : Math.round(certainty * (0.5 + read / 2) * 100) / 100;
  return {
    format: layout.name,
    ...sink.take(),
    accounts,
    cancelled,
    reversals,
    review: null,
    stated,
    diagnostics: sink.log.diagnostics(),
    confidence,
  };
}

function nothing(reason: string): PdfResult {
  return {
    format: 'unknown',
    executions: [],
    cash: [],
    events: [],
    accounts: [],
    cancelled: [],
    reversals: [],
    review: null,
    stated: { positions: [], cash: [] },
    diagnostics: { ...new RowLog().diagnostics(), warnings: [reason] },
    confidence: 0,
  };
}
