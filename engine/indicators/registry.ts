// Every indicator, defined once. The schema's `indicator_type`, the functions of expressions and their docs derive from it.
import { adx } from './adx.ts';
import { atr } from './atr.ts';
import { bb } from './bb.ts';
import { cci } from './cci.ts';
import { donchian } from './donchian.ts';
import { ema } from './ema.ts';
import { highest } from './highest.ts';
import type { Indicator } from './indicator.ts';
import { keltner } from './keltner.ts';
import { lowest } from './lowest.ts';
import { macd } from './macd.ts';
import { obv } from './obv.ts';
import { percentrank } from './percentrank.ts';
import { rsi } from './rsi.ts';
import { sma } from './sma.ts';
import { stdev } from './stdev.ts';
import { stoch } from './stoch.ts';
import { volsma } from './volsma.ts';
import { vpoc } from './vpoc.ts';
import { vwap } from './vwap.ts';
import { vwapvr } from './vwapvr.ts';

export const INDICATORS: readonly Indicator[] = [
  sma,
  ema,
  rsi,
  macd,
  bb,
  stoch,
  vwap,
  volsma,
  vpoc,
  vwapvr,
  keltner,
  donchian,
  atr,
  highest,
  lowest,
  stdev,
  percentrank,
  adx,
  obv,
  cci,
];

const byName: ReadonlyMap<string, Indicator> = new Map(INDICATORS.map((each) => [each.name, each]));
export const indicatorNamed = (name: string) => byName.get(name);

/** What `strategy.indicator_type` may be: the indicators that give signals alone. */
export const INDICATOR_TYPES: readonly string[] = INDICATORS.filter(({ realistic }) => realistic.signals).map(
  ({ name }) => name,
);
/** Those the downstream engine knows; the others need the realistic mode. */
export const isCompatible = (name: string) => byName.get(name)?.compatible !== undefined;
