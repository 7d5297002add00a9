// Wash sales as a person asks for them: by account, symbol and period, with what has become of each disallowed loss.

import { type Day, parseDay } from '../calendar/day.ts';
import { isOpen, type Lot } from '../lots/lot.ts';
import {
  addCents,
  type Cents,
  centsOf,
  centsToDollars,
  NO_CENTS,
  objectOrEmpty,
  parseCents,
  type Problem,
  Problems,
} from '../money/index.ts';
import { TAX_DISCLAIMER } from '../lots/disclaimer.ts';
import type { WashSaleOptions } from './identical.ts';
import { type WashedLot, type WashSale, type WashStatus, washSales } from './wash-sales.ts';

export interface FindWashSalesInput {
  readonly lots: readonly Lot[];
  /** Sales or purchases of this account; all accounts are searched for replacements. */
  readonly account_id?: string;
  readonly ticker?: string;
  /** First and last day of the sales asked for. */
  readonly date_range_start?: string;
  readonly date_range_end?: string;
  readonly wash?: WashSaleOptions;
}

export interface FoundWashSale {
  /** One of its kind, and the same for the same sale and purchase whenever it is asked. */
  readonly chain_id: string;
  /** The execution that sold at a loss, or the lot where no execution is known. */
  readonly sell_trade: string;
  /** The lot that replaced it. */
  readonly buy_trade: string;
  readonly ticker: string;
  readonly account_id: string | null;
  readonly replacement_instrument: string;
  readonly replacement_account_id: string | null;
  readonly loss_lot: string;
  readonly shares: number;
  readonly disallowed_loss: number;
  /** Of the replacing shares. */
  readonly adjusted_basis: number;
  readonly sold_on: string;
  readonly replaced_on: string;
  readonly wash_window: { readonly from: string; readonly to: string };
  readonly permanently_lost: boolean;
  readonly status: WashStatus;
}

export interface FoundWashSales {
  readonly wash_sales: FoundWashSale[];
  readonly total_disallowed: number;
  readonly affected_tickers: string[];
  /** Losses waiting in the basis of shares still held, and losses gone for good. */
  readonly trapped_amount: number;
  readonly permanently_lost: number;
  readonly convention: string;
  readonly disclaimer: string;
  readonly problems: Problem[];
}

/** In words, what the rules were run with. */
export function washConvention(options: WashSaleOptions = {}): string {
  const series =
    options.option_series === 'same_underlying' ? 'any option of its underlying and right' : 'the same contract';
  return [
    'IRC 1091 by trade date: 30 days before to 30 days after the sale, in all accounts, IRAs' +
      `${options.spouse === false ? '' : ' and the spouse’s'} included.`,
    `Shares are replaced by shares${options.options_replace_stock === false ? '' : ', calls bought and deep puts sold'}; an option by ${series}.`,
    `Reinvested dividends ${options.reinvested === false ? 'do not count' : 'count'} as purchases.`,
    'Losses are taken in the order of the sales, those of one moment in the order acquired, then as recorded; the earliest ' +
      'purchase takes a loss first. Lots closed by one fill, and the rest of the lot sold, replace nothing of it.',
  ].join(' ');
}

export function findWashSales(asked: FindWashSalesInput): FoundWashSales {
  const input = objectOrEmpty(asked);
  const problems = new Problems();
  const from = boundary('date_range_start', input.date_range_start, -Infinity, problems);
  const to = boundary('date_range_end', input.date_range_end, Infinity, problems);
  if (from > to) problems.add('invalid_range', 'date_range_start is after date_range_end.');
  const washed = washSales(input.lots, input.wash);
  const idOf = chainIds();
  const named = washed.wash_sales.map((wash) => ({ wash, chain_id: idOf(wash) }));
  for (const { code, message, ids } of washed.problems) problems.addAll(code, message, ids ?? []);
  const found = named.filter(({ wash }) => {
    const sold = parseDay(wash.sold) ?? 0;
    return (
      sold >= from &&
      sold <= to &&
      (input.ticker === undefined || wash.symbol === input.ticker) &&
      (input.account_id === undefined ||
        input.account_id === wash.account_id ||
        input.account_id === wash.replacement_account_id)
    );
  });
  const wanted = found.map(({ wash }) => wash);
  const lost = wanted.filter(({ permanently_lost }) => permanently_lost);
  return {
    wash_sales: found.map(({ wash, chain_id }) => describeWashSale(wash, chain_id)),
    total_disallowed: sum(wanted.map(({ disallowed_loss }) => disallowed_loss)),
    affected_tickers: [...new Set(wanted.map(({ symbol }) => symbol))].toSorted(),
    trapped_amount: sumTrapped(washed.lots, input),
    permanently_lost: sum(lost.map(({ disallowed_loss }) => disallowed_loss)),
    convention: washConvention(input.wash),
    disclaimer: TAX_DISCLAIMER,
    problems: problems.list(),
  };
}

function boundary(name: string, text: string | undefined, open: number, problems: Problems): Day {
  if (text === undefined) return open;
  const day = parseDay(text);
  if (day === null) problems.add('invalid_date', `${name} is not a real date; it is left out.`);
  return day ?? open;
}

/** Parts of one loss can end in the same lot: from the second on they are numbered. */
function chainIds(): (wash: WashSale) => string {
  const seen = new Map<string, number>();
  return ({ loss_lot, sold_by, replacement_lot }) => {
    const pair = [loss_lot, ...(sold_by === null ? [] : [sold_by]), replacement_lot].join('~');
    const count = (seen.get(pair) ?? 0) + 1;
    seen.set(pair, count);
    return count === 1 ? pair : `${pair}~${count}`;
  };
}

function describeWashSale(wash: WashSale, chain_id: string): FoundWashSale {
  const { loss_lot, replacement_lot, sold_by, account_id, shares, disallowed_loss, status } = wash;
  return {
    chain_id,
    sell_trade: sold_by ?? loss_lot,
    buy_trade: replacement_lot,
    ticker: wash.symbol,
    account_id,
    replacement_instrument: wash.replacement_instrument,
    replacement_account_id: wash.replacement_account_id,
    loss_lot,
    shares,
    disallowed_loss,
    adjusted_basis: wash.replacement_basis,
    sold_on: wash.sold,
    replaced_on: wash.replaced_on,
    wash_window: wash.window,
    permanently_lost: wash.permanently_lost,
    status,
  };
}

function sumTrapped(lots: readonly WashedLot[], input: FindWashSalesInput): number {
  const waiting = lots.filter(
    (lot) =>
      isOpen(lot) &&
      (input.ticker === undefined || lot.symbol === input.ticker) &&
      (input.account_id === undefined || lot.account_id === input.account_id),
  );
  return centsToDollars(
    waiting.reduce((total, lot) => centsOf(total + count(lot.adjusted_basis) - count(lot.cost_basis)), NO_CENTS),
  );
}

function sum(amounts: readonly number[]): number {
  return centsToDollars(amounts.reduce<Cents>((total, amount) => addCents(total, count(amount)), NO_CENTS));
}

/** Amounts in a result are always whole cents. */
function count(amount: Lot['cost_basis']): Cents {
  return parseCents(amount) ?? NO_CENTS;
}
