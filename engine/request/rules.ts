// Rules that span several fields of a request. Each names the field to fix; all of them are looked at, whatever else is
// wrong, so that one answer tells everything.
import { INDICATOR_TYPES, isCompatible } from '../indicators/registry.ts';
import { EXPRESSIONS, expressionFaults, type Fault } from './expressions.ts';
import { isNoStrategy, isPortfolio, portfolioFaults } from './portfolio.ts';

type UnknownRecord = Readonly<Record<string, unknown>>;
const asRecord = (value: unknown): UnknownRecord =>
  typeof value === 'object' && value !== null ? (value as UnknownRecord) : {}; // fields are looked up one by one, as unknown

const has = (record: UnknownRecord, key: string) => record[key] !== undefined && record[key] !== null;
const isAboveZero = (value: unknown) => typeof value === 'number' && value > 0;

/** Whether a request runs by the realistic rules: those of `mode`, which expressions imply. */
export function isRealistic(request: UnknownRecord): boolean {
  const strategy = asRecord(request.strategy);
  return has(request, 'mode') || isPortfolio(request) || EXPRESSIONS.some((name) => has(strategy, name));
}

/** The field for which only a swimmy-worker can run a request, if there is one. */
export function workerOnlyField(request: UnknownRecord): string | undefined {
  const ours = ['symbols', 'mode', 'data'].find((name) => has(request, name));
  if (ours !== undefined) return ours;
  const strategy = asRecord(request.strategy);
  const expression = EXPRESSIONS.find((name) => has(strategy, name));
  const missing = ['sl', 'tp', 'sma_short', 'sma_long'].find((name) => !has(strategy, name));
  const field = expression ?? missing;
  return field === undefined ? undefined : `strategy.${field}`;
}

export function faultsAcrossFields(request: unknown): readonly Fault[] {
  const all = asRecord(request);
  const { candles, candles_file, data_id, symbol } = all;
  if (isPortfolio(all)) return portfolioFaults(all);
  const faults: Fault[] = [...portfolioFaults(all)];
  const inline = Array.isArray(candles) && candles.length > 0;
  if (!inline && !candles_file && !data_id && !symbol)
    faults.push({
      path: ['candles_file'],
      message: 'nothing to run on: give candles_file, candles, symbol or data_id, or symbols for a portfolio',
    });
  faults.push(...holdoutFaults(asRecord(all.data), asRecord(all.mode)));
  if (Number(all.start_time) > Number(all.end_time)) faults.push({ path: ['end_time'], message: 'before start_time' });
  if (!has(all, 'strategy') || isNoStrategy(asRecord(all.strategy))) {
    faults.push({ path: ['strategy'], message: 'needed, unless symbols with weights, signals or orders are given' });
    return faults;
  }
  const strategy = asRecord(all.strategy);
  if (!has(strategy, 'entry_long') && !has(strategy, 'entry_short')) {
    for (const name of ['sma_short', 'sma_long'].filter((each) => !has(strategy, each)))
      faults.push({ path: ['strategy', name], message: 'needed, unless entry_long or entry_short says when to enter' });
  }
  faults.push(...expressionFaults(strategy, asRecord(asRecord(all.mode).sweep)));
  faults.push(...(isRealistic(all) ? realisticFaults(all) : compatibleFaults(all)));
  return faults;
}

function holdoutFaults(data: UnknownRecord, mode: UnknownRecord): Fault[] {
  if (data.open_holdout !== true) return [];
  const path = ['data', 'open_holdout'];
  if (!has(data, 'holdout')) return [{ path, message: 'needs data.holdout, to know which bars are held out' }];
  const search = ['sweep', 'walk_forward'].find((name) => has(mode, name));
  return search === undefined
    ? []
    : [{ path, message: `the held-out bars judge one choice: give the parameters you chose, without mode.${search}` }];
}

function compatibleFaults(request: UnknownRecord): Fault[] {
  const strategy = asRecord(request.strategy);
  const faults: Fault[] = ['sl', 'tp']
    .filter((name) => !has(strategy, name))
    .map((name) => ({ path: ['strategy', name], message: 'required without mode' }));
  const type = strategy.indicator_type;
  if (typeof type === 'string' && INDICATOR_TYPES.includes(type) && !isCompatible(type))
    faults.push({
      path: ['strategy', 'indicator_type'],
      message: 'the downstream engine does not know it; give mode to run it by the realistic rules',
    });
  return faults;
}

const POSITIVE = ['volume', 'sma_short', 'sma_long', 'atr_period', 'band_mult'] as const;
const DISTANCES = ['sl', 'tp', 'atr_barrier_sl', 'atr_barrier_tp'] as const;

function realisticFaults(request: UnknownRecord): Fault[] {
  const strategy = asRecord(request.strategy);
  const mode = asRecord(request.mode);
  const sweep = asRecord(mode.sweep);
  const faults: Fault[] = [];
  const positive = strategy.filter_enabled === true ? [...POSITIVE, 'filter_period'] : POSITIVE;
  for (const name of positive) {
    if (strategy[name] === 0) faults.push({ path: ['strategy', name], message: 'must be above 0' });
    if (sweptValues(sweep[name]).includes(0))
      faults.push({ path: ['mode', 'sweep', name], message: 'contains 0; every value must be positive' });
  }
  if (has(asRecord(mode.size), 'risk_percent')) {
    const hasStop = has(strategy, 'stop') || has(strategy, 'trailing_stop');
    const without = ['sl', 'atr_barrier_sl'].find((name) =>
      sweptValues(sweep[name]).some((value) => !isAboveZero(value)),
    );
    if (without !== undefined && !hasStop && !isAboveZero(strategy[without === 'sl' ? 'atr_barrier_sl' : 'sl']))
      faults.push({
        path: ['mode', 'sweep', without],
        message: 'contains a run without a stop; size.risk_percent needs one',
      });
    const stopped =
      hasStop ||
      ['sl', 'atr_barrier_sl'].some(
        (name) => isAboveZero(strategy[name]) || sweptValues(sweep[name]).some(isAboveZero),
      );
    if (!stopped)
      faults.push({
        path: ['mode', 'size', 'risk_percent'],
        message: 'needs a stop to size by: give strategy.sl, strategy.atr_barrier_sl or strategy.stop',
      });
  }
  for (const name of ['stop', 'target']) {
    const other = has(strategy, name)
      ? DISTANCES.find((field) => isAboveZero(strategy[field]) || sweptValues(sweep[field]).some(isAboveZero))
      : undefined;
    if (other !== undefined)
      faults.push({ path: ['strategy', name], message: `given together with ${other}; keep one of them` });
  }
  return faults;
}

/** The ends of a range, or every value of a list. */
function sweptValues(values: unknown): readonly unknown[] {
  if (Array.isArray(values)) return values;
  const { from, to } = asRecord(values);
  return from === undefined ? [] : [from, to];
}
