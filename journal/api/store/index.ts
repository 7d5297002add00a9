export * from './codec.ts';
export { insertMany, numericOrder, rowNumber, selectMany, withSmallCache } from './dialect.ts';
export type { Database } from './schema.ts';
export { missingBook, Store, type Db } from './store.ts';
