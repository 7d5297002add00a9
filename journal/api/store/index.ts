export * from './codec.ts';
export {
  type ColumnRange,
  insertMany,
  numericOrder,
  rowNumber,
  selectMany,
  selectRanges,
  withSmallCache,
} from './dialect.ts';
export type { Database } from './schema.ts';
export { missingBook, Store, type Db } from './store.ts';
