// Wash sales as chains: a loss, the purchase that holds it back, and where the loss is now.
import {
  findWashSales,
  type FoundWashSale,
  NO_AMOUNT,
  parseAmount,
  roundToCents,
  sumOf,
  washConvention,
  ytdTaxSummary,
} from '@zorivest/domain';
import { contract } from '@zorivest/contract';
import { type Call, notFound, route } from '@zorivest/store';
import { answer, askedTaxRecords, inputOf, type TaxRecords, taxRecords } from './records.ts';
import { washRules } from './profiles.ts';
import { thisYear, todayOf } from './zones.ts';

type Chain = ReturnType<typeof chainOf>;

/** Every wash sale of the book, computed once. */
function chainsOf(call: Call, records: TaxRecords) {
  return call.results.of(`wash sales ${records.profile.tax_year}`, () => {
    const { wash_sales, trapped_amount, problems } = findWashSales({
      lots: records.lots,
      wash: washRules(records.profile),
    });
    return { chains: wash_sales.map(chainOf), trapped_amount, problems };
  });
}

const STATUS = {
  absorbed: 'ABSORBED',
  released: 'RELEASED',
  continued: 'CONTINUED',
  destroyed: 'DESTROYED',
} as const;

function chainOf({ buy_trade, status, ...sale }: FoundWashSale) {
  return {
    ...sale,
    buy_trade: buy_trade.replace(/^lot-/, ''),
    replacement_lot: buy_trade,
    status: STATUS[status],
  };
}

function pageOf<T>(all: readonly T[], { limit, offset }: { readonly limit: number; readonly offset: number }): T[] {
  return all.slice(offset, offset + limit);
}

function total(chains: readonly Chain[]): number {
  return roundToCents(sumOf(chains.map((chain) => parseAmount(chain.disallowed_loss) ?? NO_AMOUNT)));
}

const MOST_TICKERS = 100;

/** Those with the most disallowed first: a book of options has thousands. */
function tickersOf(chains: readonly Chain[]): string[] {
  const losses = new Map<string, number>();
  for (const { ticker, disallowed_loss } of chains) losses.set(ticker, (losses.get(ticker) ?? 0) + disallowed_loss);
  const tickers = [...losses].toSorted(([, a], [, b]) => b - a).map(([ticker]) => ticker);
  return tickers.slice(0, MOST_TICKERS);
}

/** Losses sold so lately that buying back would wash them. */
function alerts(records: TaxRecords, day: string) {
  const since = new Date(Date.parse(day) - 30 * 86_400_000).toISOString().slice(0, 10);
  const lately = records.lots.filter(
    (lot) =>
      lot.side !== 'short' &&
      // Coins, section 1256 contracts and currencies know no wash sale.
      (lot.treatment ?? 'security') === 'security' &&
      lot.sold !== undefined &&
      lot.sold.slice(0, 10) >= since &&
      (parseAmount(lot.proceeds ?? 0) ?? NO_AMOUNT) < (parseAmount(lot.cost_basis) ?? NO_AMOUNT),
  );
  const newest = new Map<string, string>();
  for (const { symbol, sold = '' } of lately) if ((newest.get(symbol) ?? '') < sold) newest.set(symbol, sold);
  return [...newest].map(([ticker, sold]) => {
    const soldOn = sold.slice(0, 10);
    const until = new Date(Date.parse(soldOn) + 30 * 86_400_000).toISOString().slice(0, 10);
    return {
      ticker,
      sold_on: soldOn,
      until,
      message: `${ticker} was sold at a loss on ${soldOn}: buying it in any account up to ${until} disallows that loss.`,
    };
  });
}

export const washSaleRoutes = [
  route(contract.washSales.find, async ({ body }, call) => {
    const end = body.date_range_end ?? (await todayOf(call));
    const start = body.date_range_start ?? `${end.slice(0, 4)}-01-01`;
    const records = await askedTaxRecords(call, { account_id: body.account_id, tax_year: Number(end.slice(0, 4)) });
    const { chains, problems } = await chainsOf(call, records);
    const shown = chains.filter(
      (chain) =>
        chain.sold_on >= start &&
        chain.sold_on <= end &&
        (body.ticker === undefined || chain.ticker === body.ticker) &&
        (body.account_id === undefined || chain.account_id === body.account_id),
    );
    return answer(call, records, {
      period: `${start}..${end}`,
      wash_sales: pageOf(shown, body),
      total: shown.length,
      total_disallowed: total(shown),
      affected_tickers: tickersOf(shown),
      convention: washConvention(washRules(records.profile)),
      problems,
    });
  }),
  route(contract.washSales.scan, async ({ body }, call) => {
    const records = await taxRecords(call, body.tax_year ?? (await thisYear(call)));
    const { chains, trapped_amount, problems } = await chainsOf(call, records);
    const active = chains.filter(({ status }) => status === 'ABSORBED');
    return answer(call, records, {
      period: 'all',
      active_chains: pageOf(active, body),
      total: active.length,
      // A chain's last link holds the losses of all before it.
      trapped_amount,
      alerts: alerts(records, await todayOf(call)),
      problems,
    });
  }),
  route(contract.washSales.get, async ({ params }, call) => {
    const records = await taxRecords(call, await thisYear(call));
    const { chains, problems } = await chainsOf(call, records);
    const chain = chains.find(({ chain_id }) => chain_id === params.chain_id);
    if (chain === undefined) throw notFound('wash sale', params.chain_id);
    return answer(call, records, { period: 'all', chain, problems });
  }),
  route(contract.washSales.deferred, async ({ query }, call) => {
    const records = await askedTaxRecords(call, query);
    const { chains, problems } = await chainsOf(call, records);
    const ofYear = chains.filter(({ sold_on }) => sold_on.startsWith(String(records.profile.tax_year)));
    const trapped = ofYear.filter(({ status }) => status === 'ABSORBED');
    const { total_realized, real_pnl } = ytdTaxSummary(inputOf(records));
    return answer(call, records, {
      trapped_chains: pageOf(trapped, query),
      total: trapped.length,
      total_deferred: total(trapped),
      total_permanent_loss: total(ofYear.filter(({ permanently_lost }) => permanently_lost)),
      real_pnl,
      reported_pnl: total_realized,
      problems,
    });
  }),
] as const;
