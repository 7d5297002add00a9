// Lime Trading and Score Priority print the same account statement: Date, Description, CUSIP, Type of Activity,
// Quantity, Price, Net Settlement Amount. Securities are named by CUSIP only.
import {
  absolute,
  fractionOf,
  isZero,
  minus,
  parseAmount,
  parseQuantity,
  perUnit,
  roundToEightPlaces,
  valueAt,
} from '@zorivest/domain';
import { NEW_YORK, type PdfFormat } from '../broker/format.ts';
import type { Sink } from '../broker/sink.ts';
import type { CashKind } from '../statement/model.ts';
import { parseNumber } from '../text/number.ts';
import { monthNumber } from '../text/time.ts';
import { asRow, NUMBER } from './layout.ts';

const PERIOD = /STATEMENT PERIOD:\s+([A-Z][a-z]+)\s+\d{1,2}\s*-\s*(?:([A-Z][a-z]+)\s+)?(\d{1,2}),\s*(\d{4})/;
const DAY = String.raw`^([A-Z][a-z]{2}) (\d{1,2}|[A-Z][a-z]{2}) `;
const TRADE = new RegExp(`${DAY}(.+?) ([0-9A-Z]{9}) (Buy|Sell) ([\\d,.]+) ([\\d,.]+) (${NUMBER})$`);
const ACTIVITY =
  'Qualified Dividend|Dividend|Lmtd Partner|NRA Withhold|Foreign Withholding|Credit Interest|Debit Interest|Margin Interest|Security Journal|Journal|Fee|ACH|Wire|Check|Adjustment';
const CASH = new RegExp(`${DAY}(.+?) (${ACTIVITY}) (${NUMBER})$`);

const KINDS: Readonly<Record<string, CashKind>> = {
  'Qualified Dividend': 'dividend',
  Dividend: 'dividend',
  'Lmtd Partner': 'dividend',
  'NRA Withhold': 'tax',
  'Foreign Withholding': 'tax',
  'Credit Interest': 'interest',
  'Debit Interest': 'interest',
  'Margin Interest': 'interest',
  Fee: 'fee',
};

function read(lines: readonly string[], sink: Sink): void {
  const period = lines.map((line) => PERIOD.exec(line)).find((match) => match !== null);
  const year = Number(period?.[4] ?? '0');
  const lastDay = { month: monthNumber(period?.[2] ?? period?.[1] ?? '') ?? 12, day: Number(period?.[3] ?? '31') };
  const account = lines.map((line) => /ACCOUNT (?:NUMBER|NO\.?):?\s*([\w-]+)/i.exec(line)?.[1]).find(Boolean);
  if (account !== undefined) sink.useAccount(account);
  if (year === 0) sink.log.warn('The statement names no period, so its days have no year.');
  const completeDate = (month: string, day: string) => {
    const number = monthNumber(month) ?? lastDay.month;
    // A December row in a January statement is of the year before; a row without a day is of the period's last.
    return `${number > lastDay.month ? year - 1 : year}-${number}-${/^\d/.test(day) ? day : lastDay.day}`;
  };
  for (const [index, line] of lines.entries()) {
    const row = index + 1;
    const trade = TRADE.exec(line);
    const cash = trade === null ? CASH.exec(line) : null;
    if (trade !== null)
      asRow(sink, row, () => readTrade(trade, completeDate(trade[1] ?? '', trade[2] ?? ''), row, sink));
    else if (cash !== null)
      asRow(sink, row, () => readCash(cash, completeDate(cash[1] ?? '', cash[2] ?? ''), row, sink));
  }
}

function readTrade(match: RegExpExecArray, when: string, row: number, sink: Sink): void {
  const [, , , , cusip = '', verb, quantity = '', price = '', net = ''] = match;
  sink.execution({
    row,
    side: verb === 'Buy' ? 'BOT' : 'SLD',
    symbol: cusip,
    quantity,
    price: computeSettledPrice(quantity, price, net),
    amounts: [net],
    when,
    currency: 'USD',
  });
}

/** The price that makes quantity × price what was settled: the statement rounds its market price and names no fees. */
function computeSettledPrice(quantity: string, price: string, net: string): string {
  const count = parseQuantity(parseNumber(quantity) ?? '');
  const [each, paid] = [parseAmount(parseNumber(price) ?? ''), parseAmount(parseNumber(net) ?? '')];
  if (count === null || each === null || paid === null || isZero(count)) return price;
  const settled = absolute(paid);
  const gross = valueAt(count, each);
  const apart = absolute(minus(gross, settled));
  // What is further apart than rounding and costs can be is not explained away.
  if (gross === settled || fractionOf(apart, LARGEST_PART, 1) > gross) return price;
  return String(roundToEightPlaces(perUnit(settled, count)));
}

/** Costs take at most one part in this many. */
const LARGEST_PART = 50;

function readCash(match: RegExpExecArray, when: string, row: number, sink: Sink): void {
  const [, , , description = '', activity = '', amount = ''] = match;
  const cusip = /\b([0-9A-Z]{8}\d)$/.exec(description)?.[1] ?? '';
  if (activity === 'Security Journal') {
    sink.event({ row, kind: 'transfer', when, symbol: cusip, quantity: amount });
    return;
  }
  const memo = description.replace(/\s*\b[0-9A-Z]{8}\d$/, '').replaceAll(/\s+/g, ' ');
  const kind =
    KINDS[activity] ??
    (/allocation|in lieu/i.test(description)
      ? 'dividend'
      : /withhold/i.test(description)
        ? 'tax'
        : /fee/i.test(description)
          ? 'fee'
          : undefined);
  sink.cash({
    row,
    when,
    amount,
    currency: 'USD',
    ...(kind === undefined ? { description } : { kind }),
    symbol: cusip,
    memo: `${memo} (${activity})`,
  });
}

function layout(name: string, label: string, mark: RegExp): PdfFormat {
  return {
    kind: 'pdf',
    name,
    label,
    zone: NEW_YORK,
    recognise: (text) =>
      mark.test(text) && PERIOD.test(text) ? 0.97 : mark.test(text) && /ACCOUNT STATEMENT/i.test(text) ? 0.85 : 0,
    read,
  };
}

export const limePdf = layout('lime', 'Lime Trading', /Lime Trading/i);
export const scorePriorityPdf = layout('score_priority', 'Score Priority', /Score Priority|Just2Trade/i);
