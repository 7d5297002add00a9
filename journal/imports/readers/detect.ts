// Whose file it is, from what is in it: never from its name.
import type { Detection } from '../statement/model.ts';
import type { DateOrder } from '../text/time.ts';
import type { Sample } from '../text/columns.ts';
import type { TableFormat, TextFormat } from '../broker/format.ts';
import { isInvestmentOfx } from '../broker/formats/ofx-investment.ts';
import { TABLE_FORMATS, TEXT_FORMATS } from './registry.ts';

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u0008\u000e-\u001f]/g;

/** What the first bytes are when they are not text of ours, or null. */
export function foreignFile(head: Uint8Array, text: string): string | null {
  if (head.length === 0 || text.trim() === '') return 'The file is empty.';
  if (text.startsWith('%PDF')) return 'This is a PDF: import it as a broker PDF.';
  if (head[0] === 0x50 && head[1] === 0x4b) return 'This is a zip: unpack it and import the files one by one.';
  if (head[0] === 0x1f && head[1] === 0x8b) return 'This is a gzip archive: unpack it first.';
  if (head[0] === 0xd0 && head[1] === 0xcf)
    return 'This is a document of Microsoft Office: save the sheet as .xlsx or CSV.';
  const start = text.slice(0, 4000);
  if (/OFXHEADER|<OFX>/i.test(start) && !isInvestmentOfx(text))
    return 'This is an OFX statement: import it as a bank statement.';
  if (/^\s*!(?:type|account|option)/i.test(start)) return 'This is a QIF file: import it as a bank statement.';
  if (/BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn)/.test(start))
    return 'This is a CAMT statement: import it as a bank statement.';
  if (/^:20:|\{1:F01/m.test(start) && /^:25:|^:60[FM]:/m.test(start))
    return 'This is an MT940 statement: import it as a bank statement.';
  if (/^\s*<(?:!doctype )?html/i.test(start)) return 'This is a web page, not an export: download the CSV file itself.';
  const odd = (start.match(CONTROL) ?? []).length;
  if (head[0] === 0x09 && (head[1] ?? 0xff) <= 0x08 && odd > 0)
    return 'This is an .xls of a version before 1997: save it as .xlsx, then import it again.';
  if (odd > start.length / 50)
    return 'The file is not text: export it as CSV, or as a workbook (.xlsx, .xls, .ods), and import that.';
  return null;
}

export interface Candidate<Format> extends Detection {
  readonly chosen: Format;
  readonly dateOrder?: DateOrder;
}

/** The format of a document that is not a table, by its first characters. */
export function documentFormat(head: string): Candidate<TextFormat> | null {
  for (const format of TEXT_FORMATS) {
    const found = format.recognise(head);
    if (found !== null) return { ...found, format: format.name, chosen: format };
  }
  return null;
}

/** The format that recognises the first rows of a table best. */
export function bestFormat(sample: Sample): Candidate<TableFormat | null> {
  let best: Candidate<TableFormat | null> = {
    format: null,
    chosen: null,
    confidence: 0,
    reason: 'No known broker has these columns: map them with a profile, or name the broker.',
  };
  for (const format of TABLE_FORMATS) {
    const found = format.recognise(sample);
    if (found !== null && found.confidence > best.confidence) best = { ...found, format: format.name, chosen: format };
  }
  return best;
}
