export { barFault } from './candles/bar.ts';
export { catalogue, CATALOGUE_SECTIONS, type Catalogue } from './catalogue/catalogue.ts';
export { parseRows, type BadRow, type Layout, type ParsedRows } from './candles/csv.ts';
export { CandleFileError, joinParts, openCsv, parseCsv } from './candles/file.ts';
export { generateCsv } from './candles/generate.ts';
export { badRowText, findPriceJumps, tooManyBad, withoutBars } from './candles/quality.ts';
export { resample } from './candles/resample.ts';
export { spanOf, type Span } from './candles/spans.ts';
export { COLUMNS, between, emptySeries, seriesOf, type Candle, type Series } from './candles/series.ts';
export { runCompatible } from './compatible/run.ts';
export { bootstrap } from './figures/bootstrap.ts';
export { roundFigures } from './figures/rounding.ts';
export { calendarBars } from './language/frame.ts';
export { ExpressionError } from './language/error.ts';
export { compileExpression, type CompiledExpression } from './language/expression.ts';
export { expressionsPage } from './catalogue/page.ts';
export {
  outcomeOf,
  realisticInput,
  realisticOutcome,
  type CompatibleOutcome,
  type Details,
  type Outcome,
  type RealisticOutcome,
  type Search,
} from './outcome/outcome.ts';
export { portfolioOutcome, type SymbolBars } from './outcome/portfolio.ts';
export { runRule, type RuleInput, type RuleResult } from './outcome/rule.ts';
export type { Month, PortfolioSheet, TearSheet } from './outcome/sheet.ts';
export { fateOf, type RealisticFigures } from './realistic/measure.ts';
export { runRealistic } from './realistic/run.ts';
export type { Trade } from './realistic/trade.ts';
export type { Expression, ValueExpression } from './request/array-expression.ts';
export { CONDITIONS, EXPRESSIONS } from './request/expressions.ts';
export { withHoldout } from './request/holdout.ts';
export { fillOf, modeSchema, type Mode } from './request/mode.ts';
export { runPortfolio, type PortfolioResult, type PortfolioTrade } from './portfolio/run.ts';
export type { PortfolioInput } from './portfolio/input.ts';
export { EVERY_SYMBOL, isPortfolio } from './request/portfolio.ts';
export { faultsAcrossFields, isRealistic, workerOnlyField } from './request/rules.ts';
export {
  LONGEST_NAME,
  requestKeys,
  requestSchema,
  strategyKeys,
  withoutNulls,
  type BacktestRequest,
  type Strategy,
} from './request/schema.ts';
export { statistics, type StatisticOptions } from './statistics/statistics.ts';
export { STATISTICS } from './statistics/registry.ts';
export { strategyShape } from './request/strategy-shape.ts';
export { combinations } from './sweep/combinations.ts';
export { LISTED_RUNS, rankInMemory, sweepDetails, type RankedRuns, type SweepDetails } from './sweep/details.ts';
export { buildHeatMap } from './sweep/heat-map.ts';
export { deflatedSharpe, joinSpreads, NO_RUNS, spreadOf, type Shape, type SharpeSpread } from './sweep/overfitting.ts';
export { createPieceRunner, SHAPE_COLUMNS, shapeOfRow, type Piece, type PieceRuns } from './sweep/piece.ts';
export { runTrials, scoreOf, trialsOf, type SweepRow } from './sweep/run.ts';
export { countRuns, sweepFault, sweepSpace, type SweepSpace } from './sweep/space.ts';
export { choose, windows, type Choice, type Window } from './sweep/walk-forward.ts';
