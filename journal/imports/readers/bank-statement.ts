// A bank's statement whole, a workbook's sheet among them.
import { type BankOptions, parseBankText } from '../bank/reader.ts';
import { RowLog } from '../statement/diagnostics.ts';
import type { BankResult } from '../statement/model.ts';
import { looksLikeWorkbook, WorkbookError } from '../workbook/index.ts';
import { describeSheets, readSheets } from './sheets.ts';

export function parseBankStatement(
  bytes: Uint8Array,
  { sheet, ...options }: BankOptions & { readonly sheet?: string } = {},
): BankResult {
  if (!looksLikeWorkbook(bytes)) return parseBankText(bytes, options);
  try {
    const sheets = readSheets(bytes, sheet);
    const { diagnostics, ...read } = parseBankText(Buffer.from([...sheets.pieces()].join('')), options);
    const warnings = [...describeSheets(sheets).warnings, ...diagnostics.warnings];
    return { ...read, diagnostics: { ...diagnostics, warnings } };
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error;
    const diagnostics = { ...new RowLog().diagnostics(), warnings: [error.message] };
    return { format: 'unknown', accounts: [], diagnostics };
  }
}
