export { isNothing, Ledger, type Money, type Parcel, type Quantity, type Result, type Tally } from './ledger.ts';
