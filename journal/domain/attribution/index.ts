export {
  isExit,
  type OpenPositions,
  type Realised,
  realisedIn,
  selectRealised,
  splitClosed,
  tradeIn,
  type Within,
} from './realised.ts';
export { evenBand, verdictOf } from './verdict.ts';
