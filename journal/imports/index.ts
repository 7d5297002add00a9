export type {
  AssetClass,
  BankAccount,
  BankResult,
  BankTransaction,
  BrokerResult,
  CashKind,
  CashRow,
  Detection,
  Diagnostics,
  Execution,
  Fee,
  OptionEnd,
  Review,
  Contradiction,
  RowNote,
  StatedCash,
  StatedFigure,
  StatedHoldings,
  StatedPosition,
  StatementEvent,
  ReversedFill,
} from './statement/model.ts';
export { findReversedFills } from './statement/reversals.ts';
export { RowAccount, type RowFate, type RowTable } from './statement/row-account.ts';
export type { BrokerBatch, BrokerOptions, BrokerSummary } from './readers/open-file.ts';
export { detectBrokerFormat, parseBrokerFile, streamBrokerFile } from './readers/reader.ts';
export { type AnswerPage, type AnswerRow, readAnswers } from './readers/answers.ts';
export type { Sink } from './broker/sink.ts';
export { coinCost, coinTrade, isMoney, pairTrade, splitPair, readAmount } from './broker/coins.ts';
export { sideOf } from './broker/row-text.ts';
export { optionFrom, optionInstrument } from './broker/instrument.ts';
export { optionEnd } from './broker/option-end.ts';
export { coinOfKraken } from './broker/formats/kraken.ts';
export { COST_APART } from './broker/attached.ts';
export { tableHead } from './readers/table-head.ts';
export { Occurrences } from './broker/identity.ts';
export type { ImportProfile } from './broker/formats/generic-columns.ts';
export type { BankMapping } from './bank/mapping.ts';
export { type BankOptions, type BankSummary, detectBankFormat, streamBankStatement } from './bank/reader.ts';
export { readPriceList } from './readers/price-list.ts';
export { type FormFile, type FormSale, readForm1099 } from './tax-form/index.ts';
export { parseBankStatement } from './readers/bank-statement.ts';
export { describeSheets, readSheets, type SheetText } from './readers/sheets.ts';
export { parseBrokerPdfText, type PdfOptions, type PdfResult } from './readers/pdf-reader.ts';
export { feesText } from './own-export/cells.ts';
export { BOOK_FORMAT, type BookBatch, type BookSummary, streamBookTable } from './own-export/reader.ts';
export { bookColumns, type BookRow } from './own-export/tables.ts';
export { BookRecords } from './own-export/records.ts';
export {
  type Cell,
  looksLikeWorkbook,
  readWorkbook,
  type Row,
  type Sheet,
  type Workbook,
  WorkbookError,
  type WorkbookKind,
  Zip,
  ZipWriter,
} from './workbook/index.ts';
