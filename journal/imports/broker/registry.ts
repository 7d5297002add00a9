// Every statement format there is, of every kind. CONTRIBUTING.md says what a new one needs.
import { etradePdf } from '../pdf/etrade.ts';
import { firstradePdf } from '../pdf/firstrade.ts';
import { genericPdf } from '../pdf/generic.ts';
import { limePdf, scorePriorityPdf } from '../pdf/lime.ts';
import { questradePdf } from '../pdf/questrade.ts';
import { tigerPdf } from '../pdf/tiger.ts';
import type { PdfFormat, StatementFormat, TableFormat, TextFormat } from './format.ts';
import { alpaca } from './formats/alpaca.ts';
import { alpacaJson } from './formats/alpaca-json.ts';
import { binance } from './formats/binance.ts';
import { coinbase } from './formats/coinbase.ts';
import { ctrader } from './formats/ctrader.ts';
import { degiro } from './formats/degiro.ts';
import { etoro } from './formats/etoro.ts';
import { kraken } from './formats/kraken.ts';
import { delta } from './formats/delta.ts';
import { etrade } from './formats/etrade.ts';
import { fidelity } from './formats/fidelity.ts';
import { firstrade } from './formats/firstrade.ts';
import { generic } from './formats/generic.ts';
import { ibkrActivity } from './formats/ibkr-activity.ts';
import { ibkrFlexCsv } from './formats/ibkr-flex-csv.ts';
import { ibkrFlexXml } from './formats/ibkr-flex-xml.ts';
import { lightspeed } from './formats/lightspeed.ts';
import { metatrader } from './formats/metatrader.ts';
import { ninjatrader } from './formats/ninjatrader.ts';
import { projectx } from './formats/projectx.ts';
import { questrade } from './formats/questrade.ts';
import { robinhood } from './formats/robinhood.ts';
import { schwab } from './formats/schwab.ts';
import { sierra } from './formats/sierrachart.ts';
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
export const FORMATS: readonly StatementFormat[] = [
  ibkrActivity,
  ibkrFlexCsv,
  ibkrFlexXml,
  thinkorswim,
  schwab,
  fidelity,
  robinhood,
  webull,
  etrade,
  etradePdf,
  tradestation,
  ninjatrader,
  tastytrade,
  tradingview,
  tradovate,
  lightspeed,
  alpaca,
  alpacaJson,
  firstrade,
  firstradePdf,
  questrade,
  questradePdf,
  projectx,
  tradervue,
  binance,
  coinbase,
  ctrader,
  degiro,
  etoro,
  kraken,
  trading212,
  metatrader,
  wealthsimple,
  sierra,
  vanguard,
  delta,
  limePdf,
  scorePriorityPdf,
  tigerPdf,
  generic,
  genericPdf,
];

export const TABLE_FORMATS = FORMATS.filter((format): format is TableFormat => format.kind === 'csv');
export const TEXT_FORMATS = FORMATS.filter((format): format is TextFormat => isText(format));
export const PDF_FORMATS = FORMATS.filter((format): format is PdfFormat => format.kind === 'pdf');

function isText({ kind }: StatementFormat): boolean {
  return kind === 'xml' || kind === 'json';
}

/** The table format a user names. */
export function tableFormat(name: string): TableFormat | undefined {
  const wanted = name.trim().toLowerCase();
  return TABLE_FORMATS.find((format) => format.name === wanted || format.aliases?.includes(wanted) === true);
}
