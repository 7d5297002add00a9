// Every statement format there is, of every kind. CONTRIBUTING.md says what a new one needs.
import { etradePdf } from '../pdf/etrade.ts';
import { firstradePdf } from '../pdf/firstrade.ts';
import { genericPdf } from '../pdf/generic.ts';
import { limePdf, scorePriorityPdf } from '../pdf/lime.ts';
import { questradePdf } from '../pdf/questrade.ts';
import { tigerPdf } from '../pdf/tiger.ts';
import type { PdfFormat, StatementFormat, TableFormat, TextFormat } from '../broker/format.ts';
import { alpaca } from '../broker/formats/alpaca.ts';
import { alpacaJson } from '../broker/formats/alpaca-json.ts';
import { binance } from '../broker/formats/binance.ts';
import { bitstamp } from '../broker/formats/bitstamp.ts';
import { bybit } from '../broker/formats/bybit.ts';
import { coinbase } from '../broker/formats/coinbase.ts';
import { cryptocom } from '../broker/formats/cryptocom.ts';
import { ctrader } from '../broker/formats/ctrader.ts';
import { degiro } from '../broker/formats/degiro.ts';
import { ofxInvestment } from '../broker/formats/ofx-investment.ts';
import { positionList } from '../broker/formats/positions.ts';
import { realisedGains } from '../broker/formats/realised-gains.ts';
import { etoro } from '../broker/formats/etoro.ts';
import { gemini } from '../broker/formats/gemini.ts';
import { kraken } from '../broker/formats/kraken.ts';
import { delta } from '../broker/formats/delta.ts';
import { etrade } from '../broker/formats/etrade.ts';
import { fidelity } from '../broker/formats/fidelity.ts';
import { firstrade } from '../broker/formats/firstrade.ts';
import { freedom24 } from '../broker/formats/freedom24.ts';
import { jpmorgan } from '../broker/formats/jpmorgan.ts';
import { moomoo } from '../broker/formats/moomoo.ts';
import { okx } from '../broker/formats/okx.ts';
import { saxo } from '../broker/formats/saxo.ts';
import { xtb } from '../broker/formats/xtb.ts';
import { generic } from '../broker/formats/generic.ts';
import { ibkrActivity } from '../broker/formats/ibkr-activity.ts';
import { ibkrFlexCsv } from '../broker/formats/ibkr-flex-csv.ts';
import { ibkrFlexXml } from '../broker/formats/ibkr-flex-xml.ts';
import { kucoin } from '../broker/formats/kucoin.ts';
import { lightspeed } from '../broker/formats/lightspeed.ts';
import { merrill } from '../broker/formats/merrill.ts';
import { metatrader } from '../broker/formats/metatrader.ts';
import { ninjatrader } from '../broker/formats/ninjatrader.ts';
import { projectx } from '../broker/formats/projectx.ts';
import { questrade } from '../broker/formats/questrade.ts';
import { robinhood } from '../broker/formats/robinhood.ts';
import { schwab } from '../broker/formats/schwab.ts';
import { sierra } from '../broker/formats/sierrachart.ts';
import { tastytrade } from '../broker/formats/tastytrade.ts';
import { thinkorswim } from '../broker/formats/thinkorswim.ts';
import { trading212 } from '../broker/formats/trading212.ts';
import { luxalgo, luxalgoJson } from '../broker/formats/luxalgo.ts';
import { tradenote } from '../broker/formats/tradenote.ts';
import { tradersync } from '../broker/formats/tradersync.ts';
import { tradervue } from '../broker/formats/tradervue.ts';
import { tradesviz } from '../broker/formats/tradesviz.ts';
import { tradetally, tradetallyJson } from '../broker/formats/tradetally.ts';
import { tradezella } from '../broker/formats/tradezella.ts';
import { tradestation } from '../broker/formats/tradestation.ts';
import { tradingview } from '../broker/formats/tradingview.ts';
import { tradovate } from '../broker/formats/tradovate.ts';
import { vanguard } from '../broker/formats/vanguard.ts';
import { wealthsimple } from '../broker/formats/wealthsimple.ts';
import { webull } from '../broker/formats/webull.ts';
import { zerodha } from '../broker/formats/zerodha.ts';

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
  tradezella,
  tradersync,
  tradesviz,
  tradenote,
  tradetally,
  tradetallyJson,
  luxalgo,
  luxalgoJson,
  binance,
  bitstamp,
  bybit,
  coinbase,
  cryptocom,
  ctrader,
  degiro,
  etoro,
  gemini,
  kraken,
  kucoin,
  merrill,
  trading212,
  metatrader,
  wealthsimple,
  sierra,
  vanguard,
  delta,
  zerodha,
  jpmorgan,
  moomoo,
  okx,
  saxo,
  xtb,
  freedom24,
  limePdf,
  scorePriorityPdf,
  tigerPdf,
  ofxInvestment,
  realisedGains,
  positionList,
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
