// Wash sales as chains: a loss, the purchase that holds it back, and where the loss is now.
import { cents, type Lot, parseFixed, type WashSale, washSales, ytdTaxSummary } from '@zorivest/domain';
import { contract } from '@zorivest/contract';
import type { Call } from '../core/call.ts';
import { notFound } from '../core/fault.ts';
import { route } from '../core/route.ts';
import { answer, askedBook, inputOf, type TaxBook, taxBook, todayOf } from './book.ts';
import { washRules } from './profiles.ts';

interface Chain extends ReturnType<typeof chainOf> {}

function found(
  call: Call,
  book: TaxBook,
): Promise<{ chains: Chain[]; problems: ReturnType<typeof washSales>['problems'] }> {
  return call.app.results.of(`wash sales ${book.profile.tax_year}`, () => {
    const { wash_sales, problems } = washSales(book.lots, washRules(book.profile));
    const byId = Map.groupBy(book.lots, (lot) => lot.id);
    return { chains: wash_sales.map((sale) => chainOf(sale, byId)), problems };
  });
}

function chainOf(sale: WashSale, lots: ReadonlyMap<string, readonly Lot[]>) {
  const soldParts = lots.get(sale.loss_lot) ?? [];
  const loss = soldParts.find((lot) => lot.sold?.startsWith(sale.sold) === true) ?? soldParts[0];
  const replacement = lots.get(sale.replacement_lot) ?? [];
  const stillHeld = replacement.some((lot) => lot.sold === undefined || lot.acquired === '');
  const status = sale.permanently_lost
    ? ('DESTROYED' as const)
    : stillHeld
      ? ('ABSORBED' as const)
      : ('RELEASED' as const);
  return {
    chain_id: `${sale.loss_lot}~${sale.replacement_lot}`,
    ticker: sale.symbol,
    account_id: loss?.account_id ?? null,
    sell_trade: loss?.closed_by ?? null,
    buy_trade: sale.replacement_lot.replace(/^lot-/, ''),
    loss_lot: sale.loss_lot,
    replacement_lot: sale.replacement_lot,
    shares: sale.shares,
    disallowed_loss: sale.disallowed_loss,
    adjusted_basis: sale.replacement_basis,
    sold_on: sale.sold,
    replaced_on: sale.replaced_on,
    wash_window: sale.window,
    permanently_lost: sale.permanently_lost,
    status,
  };
}

function total(chains: readonly Chain[]): number {
  return cents(chains.reduce((sum, chain) => sum + (parseFixed(chain.disallowed_loss) ?? 0n), 0n));
}

/** Losses sold so lately that buying back would wash them. */
function alerts(book: TaxBook, day: string) {
  const since = new Date(Date.parse(day) - 30 * 86_400_000).toISOString().slice(0, 10);
  const lately = book.lots.filter(
    (lot) =>
      lot.side !== 'short' &&
      lot.sold !== undefined &&
      lot.sold.slice(0, 10) >= since &&
      (parseFixed(lot.proceeds ?? 0) ?? 0n) < (parseFixed(lot.cost_basis) ?? 0n),
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
    const end = body.date_range_end ?? todayOf(call);
    const start = body.date_range_start ?? `${end.slice(0, 4)}-01-01`;
    const book = await askedBook(call, { account_id: body.account_id, tax_year: Number(end.slice(0, 4)) });
    const { chains, problems } = await found(call, book);
    const shown = chains.filter(
      (chain) =>
        chain.sold_on >= start &&
        chain.sold_on <= end &&
        (body.ticker === undefined || chain.ticker === body.ticker) &&
        (body.account_id === undefined || chain.account_id === body.account_id),
    );
    return answer(call, book, {
      wash_sales: shown,
      total_disallowed: total(shown),
      affected_tickers: [...new Set(shown.map(({ ticker }) => ticker))],
      problems,
    });
  }),
  route(contract.washSales.scan, async ({ body }, call) => {
    const book = await taxBook(call, body.tax_year ?? call.app.now().getUTCFullYear());
    const { chains, problems } = await found(call, book);
    const active = chains.filter(({ status }) => status === 'ABSORBED');
    return answer(call, book, {
      active_chains: active,
      trapped_amount: total(active),
      alerts: alerts(book, todayOf(call)),
      problems,
    });
  }),
  route(contract.washSales.get, async ({ params }, call) => {
    const book = await taxBook(call, call.app.now().getUTCFullYear());
    const { chains, problems } = await found(call, book);
    const chain = chains.find(({ chain_id }) => chain_id === params.chain_id);
    if (chain === undefined) throw notFound('wash sale', params.chain_id);
    return answer(call, book, { chain, problems });
  }),
  route(contract.washSales.deferred, async ({ query }, call) => {
    const book = await askedBook(call, query);
    const { chains, problems } = await found(call, book);
    const ofYear = chains.filter(({ sold_on }) => sold_on.startsWith(String(book.profile.tax_year)));
    const trapped = ofYear.filter(({ status }) => status === 'ABSORBED');
    const reported = ytdTaxSummary(inputOf(book)).total_realized;
    return answer(call, book, {
      trapped_chains: trapped,
      total_deferred: total(trapped),
      total_permanent_loss: total(ofYear.filter(({ permanently_lost }) => permanently_lost)),
      // What was really lost or made, before the law looked away.
      real_pnl: cents((parseFixed(reported) ?? 0n) - (parseFixed(total(ofYear)) ?? 0n)),
      reported_pnl: reported,
      problems,
    });
  }),
];
