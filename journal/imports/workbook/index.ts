export {
  type Cell,
  plainNumber,
  type Row,
  type Sheet,
  type Workbook,
  WorkbookError,
  type WorkbookKind,
} from './cell.ts';
export { ZipWriter } from './pack.ts';
export { Zip } from './zip.ts';
export { looksLikeWorkbook, readWorkbook } from './read.ts';
