export {
  isExit,
  type OpenPositions,
  type RealisedTrade,
  realisedIn,
  selectRealised,
  splitClosed,
  tradeIn,
  type Within,
} from './realised.ts';
export { evenBand, verdictOf } from './verdict.ts';
