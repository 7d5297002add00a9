export { Ledger, type Parcel, type Result, type Shares, type Tally } from './ledger.ts';
