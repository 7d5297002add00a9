// What every floor above stands on: the encrypted database and what describes it, one call, the audit row, sealing, the home.
export type { BinTables } from './audit/bin-tables.ts';
export { auditRow, type Change } from './audit/record.ts';
export type { AuditTables } from './audit/tables.ts';
export { type Actor, originOf, serviceActor, type WriteOrigin } from './base/actor.ts';
export { today } from './base/day.ts';
export { conflict, Fault, invalidField, missingAccount, notFound } from './base/fault.ts';
export { escapeHtml, htmlPage } from './base/html.ts';
export { limitedText } from './base/limited-text.ts';
export { oneCurrency } from './base/one-currency.ts';
export { type Page, pageOf } from './base/page.ts';
export { steady } from './base/steady.ts';
export { withoutUndefined } from './base/without-undefined.ts';
export {
  type BookAccess,
  type Call,
  createCall,
  type FrontCall,
  type TransactionChange,
  writeAs,
  type WriteScope,
} from './call/call.ts';
export { Results } from './call/results.ts';
export { behindImport, Turn } from './call/turn.ts';
export {
  RequestsInProgress,
  stoppedByGuard,
  type StoppedWork,
  type RequestInProgress,
} from './call/requests-in-progress.ts';
export { ChildJobFailed, onChildJob, runChildJob } from './children/child-job.ts';
export { forkChild, yieldToOthers } from './children/fork.ts';
export { type Member, processTree, toEnd, watchProcessTree, workedMs } from './children/process-tree.ts';
export { TOO_MUCH_MEMORY, watchOver } from './children/watch.ts';
export {
  type Concept,
  concept,
  leavingOf,
  type LeavingVerdict,
  type ContractName,
  type PartsOf,
  restoringOf,
  type ServedBy,
  type TablesOf,
  tablesOf,
  unwatchedOf,
  type Verdict,
} from './concept/concept.ts';
export { schemaVersion, tableColumns } from './database/table-columns.ts';
export type { Leaving } from './concept/leaving.ts';
export type { Restoring, RevertedRow } from './concept/restoring.ts';
export {
  type BookProcess,
  type EndpointName,
  frontRoute,
  type FrontRoute,
  type Keep,
  keepAnswers,
  route,
  type Route,
} from './concept/route.ts';
export { ChangeDigest } from './staging/digest.ts';
export { runStaged, type Sameness } from './staging/staged-call.ts';
export {
  addDecimals,
  containsPattern,
  decimalText,
  fineDecimalText,
  decimalTextOrNull,
  decimalValueOrNull,
  flagValue,
  negateDecimal,
  shownTime,
  shownTimeOrNull,
  timeText,
} from './database/codec.ts';
export {
  type Column,
  decimal,
  fineDecimal,
  flag,
  integer,
  json,
  optional,
  type RowOf,
  Shape,
  stamp,
  text,
  time,
  word,
} from './database/columns.ts';
export {
  buildingOnly,
  changeKey,
  checkpoint,
  type Connection,
  closeDatabase,
  dialectOf,
  hasTable,
  insertMany,
  integrityFault,
  makeAppendOnly,
  numericOrder,
  openConnection,
  rowNumber,
  rowsOf,
  runNow,
  shadowTable,
  snapshotInto,
  storeFault,
  type StoreFault,
  transactNow,
} from './database/dialect.ts';
export { Chain, chainKey, type Head, headText, parseHead } from './database/chain.ts';
export { type BadRow, type ChainRow, verifyChain } from './database/verify-chain.ts';
export { readRows, statementRefusals } from './database/inspect.ts';
export { emptyLog, keepLog, logState, moveLog, waitForDisk } from './database/log.ts';
export { migrate, type Migration, requireKnownSchema, runStatements, UnknownSchema } from './database/migrate.ts';
export { migrations } from './database/migrations/index.ts';
export {
  changedColumns,
  type RowCapture,
  type RowChange,
  sameValue,
  type StoredValue,
  type StoredRow,
} from './database/row-changes.ts';
export type { Database } from './database/schema.ts';
export { type Db, missingBook, openBookConnection, openingFault, Store } from './database/store.ts';
export { EventBus } from './events/bus.ts';
export {
  discardDatabase,
  discardFile,
  flushFile,
  flushFolder,
  moveDatabase,
  replaceFile,
  sameContent,
  syncFolder,
  writeFileAtomic,
} from './home/files.ts';
export { asideName, type Home, homeAt, prepareHome, unreadableName } from './home/home.ts';
export { HomeInUse, lockHome } from './home/lock.ts';
export { noBook } from './home/no-book.ts';
export { finishSwap, inHome, stagedPath, swapFiles } from './home/swap.ts';
export { clearUploads, tidyHome } from './home/tidy.ts';
export {
  deriveKey,
  equalBytes,
  type KdfParameters,
  type RandomBytes,
  SALT_BYTES,
  sha256,
  sign,
  standardKdf,
  subkey,
  unwrap,
  wrap,
} from './sealing/envelope.ts';
export { type KeySource, seal, type Sealer, unseal, type Unsealer } from './sealing/seal.ts';
export { sealedColumns, sealedFor } from './sealing/sealed-columns.ts';
