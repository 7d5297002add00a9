export { isZero as isNothing, Ledger, type Parcel, type Quantity, type Result, type Tally } from './ledger.ts';
