// What is traded, and how.

/** As brokers report an execution: bought, sold. */
export const tradeActions = ['BOT', 'SLD'] as const;
export type TradeAction = (typeof tradeActions)[number];

export const assetClasses = [
  'EQUITY',
  'OPTION',
  'FUTURE',
  'FOREX',
  'CRYPTO',
  'BOND',
  'MUTUAL_FUND',
  'FUTURE_OPTION',
] as const;
export type AssetClass = (typeof assetClasses)[number];

export const directions = ['long', 'short'] as const;
export type Direction = (typeof directions)[number];

/** How a broker routes orders: sold to market makers, direct market access, or both. */
export const routingTypes = ['pfof', 'dma', 'hybrid'] as const;
export type RoutingType = (typeof routingTypes)[number];

/** The two trades of a fill that closes one and opens the opposite one. */
export const reversalSides = ['closed', 'opened'] as const;
export type ReversalSide = (typeof reversalSides)[number];

export const feeTypes = [
  'commission',
  'exchange',
  'regulatory',
  'ecn',
  'clearing',
  'platform',
  'borrow',
  'interest',
  'other',
] as const;
export type FeeType = (typeof feeTypes)[number];

/** Of a round trip: `partial` is partly closed. */
export const tripStatuses = ['open', 'closed', 'partial'] as const;
export type TripStatus = (typeof tripStatuses)[number];

/** How an option ends without a trade. */
export const optionEndings = ['expiry', 'exercise', 'assignment'] as const;
export type OptionEnding = (typeof optionEndings)[number];

/** What changes a position without a trade. */
export const positionEventKinds = [
  'split',
  'symbol_change',
  'transfer',
  'cash_merger',
  'stock_merger',
  'spin_off',
  'return_of_capital',
  'cash_in_lieu',
  ...optionEndings,
  'reward',
] as const;
export type PositionEventKind = (typeof positionEventKinds)[number];

/** What counts as one trade: the legs of a structure together, or each for itself. */
export const tradeUnits = ['structure', 'leg'] as const;
export type TradeUnit = (typeof tradeUnits)[number];

export const optionRights = ['call', 'put'] as const;
export type OptionRight = (typeof optionRights)[number];

/** What a leg of an option strategy may be. */
export const legRights = [...optionRights, 'stock'] as const;
export type LegRight = (typeof legRights)[number];

export const optionStrategies = [
  'vertical',
  'iron_condor',
  'butterfly',
  'calendar',
  'straddle',
  'strangle',
  'custom',
] as const;
export type OptionStrategyType = (typeof optionStrategies)[number];

/** What a position is sized in. */
export const sizingModes = ['equity', 'futures', 'options', 'forex', 'crypto'] as const;
export type SizingMode = (typeof sizingModes)[number];

/** Numbers a security is known by. */
export const identifierTypes = ['cusip', 'isin', 'sedol', 'figi'] as const;
export type IdentifierType = (typeof identifierTypes)[number];
