export { Ledger, type Parcel, type Places, type Result, type Settled, type Shares, type Tally } from './ledger.ts';
