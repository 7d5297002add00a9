// Every broker format there is. A new one is one file in `formats/` and its line here.
import type { BrokerFormat } from './format.ts';
import { alpaca } from './formats/alpaca.ts';
import { delta } from './formats/delta.ts';
import { etrade } from './formats/etrade.ts';
import { fidelity } from './formats/fidelity.ts';
import { firstrade } from './formats/firstrade.ts';
import { generic } from './formats/generic.ts';
import { ibkrActivity } from './formats/ibkr_activity.ts';
import { ibkrFlexCsv } from './formats/ibkr_flex_csv.ts';
import { lightspeed } from './formats/lightspeed.ts';
import { metatrader } from './formats/metatrader.ts';
import { ninjatrader } from './formats/ninjatrader.ts';
import { projectx } from './formats/projectx.ts';
import { questrade } from './formats/questrade.ts';
import { robinhood } from './formats/robinhood.ts';
import { schwab } from './formats/schwab.ts';
import { sierra } from './formats/sierra.ts';
import { tastytrade } from './formats/tastytrade.ts';
import { thinkorswim } from './formats/thinkorswim.ts';
import { trading212 } from './formats/trading212.ts';
import { tradervue } from './formats/tradervue.ts';
import { tradestation } from './formats/tradestation.ts';
import { tradingview } from './formats/tradingview.ts';
import { tradovate } from './formats/tradovate.ts';
import { vanguard } from './formats/vanguard.ts';
import { wealthsimple } from './formats/wealthsimple.ts';
import { webull } from './formats/webull.ts';

/** In the order they are asked; of equal confidence the first wins, so the narrower stand before the wider. */
export const BROKER_FORMATS: readonly BrokerFormat[] = [
  ibkrActivity,
  ibkrFlexCsv,
  thinkorswim,
  schwab,
  fidelity,
  robinhood,
  webull,
  etrade,
  tradestation,
  ninjatrader,
  tastytrade,
  tradingview,
  tradovate,
  lightspeed,
  alpaca,
  firstrade,
  questrade,
  projectx,
  tradervue,
  trading212,
  metatrader,
  wealthsimple,
  sierra,
  vanguard,
  delta,
  generic,
];

const byName = new Map(
  BROKER_FORMATS.flatMap((format) => [format.name, ...(format.aliases ?? [])].map((name) => [name, format])),
);

export function brokerFormat(name: string): BrokerFormat | undefined {
  return byName.get(name.trim().toLowerCase());
}
