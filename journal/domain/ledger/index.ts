export {
  Ledger,
  type Parcel,
  type Places,
  type Result,
  type SettledResult,
  type Shares,
  type Tally,
} from './ledger.ts';
