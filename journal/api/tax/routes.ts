import { contract } from '@zorivest/contract';
import {
  auditTrades,
  estimateTax,
  harvestLosses,
  simulateSale,
  type SymbolResult,
  taxAlpha,
  ytdTaxSummary,
} from '@zorivest/domain';
import { conflict } from '../core/fault.ts';
import { route, type Route } from '../core/route.ts';
import type { MarketService } from '../market/service.ts';
import { positionEvents } from '../positions/events.ts';
import { positionsOf } from '../positions/positions.ts';
import { answer, askedBook, fifoLots, inputOf } from './book.ts';
import { taxFormRoutes } from './forms.ts';
import { incomeOf } from './income.ts';
import { taxLotRoutes } from './lots.ts';
import { currentPrices, markedBook, needsOf } from './prices.ts';
import { taxProfileRoutes, washRules } from './profiles.ts';
import { quarterlyOf, quarterlyRoutes, quarterRow } from './quarterly.ts';
import { washSaleRoutes } from './wash.ts';
import { todayOf } from './zones.ts';

/** What stops a figure from being right is an error; what it can live with is a warning. */
const severe = new Set([
  'contradictory_execution',
  'invalid_quantity',
  'invalid_price',
  'invalid_time',
  'invalid_action',
  'sale_without_lot',
  'missing_proceeds',
  'missing_basis',
  'invalid_proceeds',
]);

function severityOf(code: string): 'error' | 'warning' | 'info' {
  if (severe.has(code)) return 'error';
  return code === 'no_tax_profile' ? 'info' : 'warning';
}

/** Those with the largest results first, gains and losses alike: a year of options has thousands of symbols. */
function largest(symbols: readonly SymbolResult[], limit: number): SymbolResult[] {
  const weight = ({ total_realized, wash_sale_adjustments }: SymbolResult) =>
    Math.abs(total_realized) + wash_sale_adjustments;
  return symbols.toSorted((a, b) => weight(b) - weight(a)).slice(0, limit);
}

interface TaxParts {
  readonly market: MarketService;
}

export const taxRoutes = ({ market }: TaxParts): readonly Route[] => [
  ...taxProfileRoutes,
  ...taxLotRoutes({ market }),
  ...washSaleRoutes,
  ...quarterlyRoutes({ market }),
  ...taxFormRoutes({ market }),
  route(contract.tax.simulate, async ({ body }, call) => {
    const date = body.date?.slice(0, 10) ?? (await todayOf(call, body.ticker));
    const book = await markedBook(call, market, { account_id: body.account_id, tax_year: Number(date.slice(0, 4)) });
    const { ticker, action, quantity, price, account_id, cost_basis_method, lot_ids } = body;
    const result = simulateSale({
      ...inputOf(book),
      ticker,
      action,
      quantity,
      price,
      account_id,
      cost_basis_method,
      date,
      ...(lot_ids !== undefined && { lot_ids }),
    });
    const none = result.problems.find(({ code }) => code === 'no_open_lots');
    if (none !== undefined) throw conflict(none.message);
    const { summary } = result;
    return answer(call, book, {
      ...result,
      summary: { ...summary, total_proceeds: summary.proceeds, total_basis: summary.basis },
    });
  }),
  route(contract.tax.estimate, async ({ body }, call) => {
    const book = await markedBook(call, market, body);
    const prices = body.include_unrealized ? await currentPrices(call, market, book) : {};
    const result = estimateTax({
      ...inputOf(book, body.account_id),
      ...(body.filing_status !== undefined && { status: body.filing_status }),
      include_unrealized: body.include_unrealized,
      prices,
    });
    return answer(call, book, {
      tax_year: book.profile.tax_year,
      investment_income: incomeOf(book, body.account_id).shown,
      needs: needsOf(book, body.account_id),
      ...result,
    });
  }),
  route(contract.tax.harvest, async ({ query }, call) => {
    const book = await askedBook(call, { account_id: query.account_id });
    const { min_loss_threshold, exclude_wash_risk, account_id } = query;
    const result = harvestLosses({
      lots: book.lots,
      prices: await currentPrices(call, market, book),
      as_of: book.today,
      min_loss_threshold,
      exclude_wash_risk,
      wash: washRules(book.profile),
      ...(account_id !== undefined && { account_id }),
    });
    return answer(call, book, {
      ...result,
      opportunities: result.opportunities.map((one) => ({ ...one, lots: one.lots.map((lot) => ({ ...lot })) })),
    });
  }),
  route(contract.tax.ytdSummary, async ({ query }, call) => {
    const book = await markedBook(call, market, query);
    const kept = `ytd ${JSON.stringify(query)} ${book.today} ${JSON.stringify(book.yearEndPrices)}`;
    return call.results.of(kept, async () => {
      const { installments } = await quarterlyOf(call, book, 'actual');
      const summary = ytdTaxSummary(inputOf(book, query.account_id));
      const { shown: income } = incomeOf(book, query.account_id);
      return answer(call, book, {
        ...summary,
        section_988: income.section_988,
        section_988_treatment: book.profile.section_988,
        investment_income: income,
        needs: needsOf(book, query.account_id),
        quarterly_payments: installments.map(quarterRow),
        symbols_total: summary.by_symbol.length,
        by_symbol: largest(summary.by_symbol, query.limit),
      });
    });
  }),
  route(contract.tax.alpha, async ({ query }, call) => {
    const book = await markedBook(call, market, query);
    const { lots: fifo_lots } = await fifoLots(call, book.profile);
    return answer(call, book, {
      tax_year: book.profile.tax_year,
      method: book.profile.default_cost_basis,
      ...taxAlpha({ ...inputOf(book), fifo_lots }),
    });
  }),
  route(contract.tax.audit, async ({ query }, call) => {
    const book = await markedBook(call, market, query);
    const { executions, problems: trades } = await positionsOf(call);
    const { problems: year } = ytdTaxSummary(inputOf(book));
    const audited = auditTrades({
      executions: executions.filter(({ account_id }) => account_id === (query.account_id ?? account_id)),
      lots: book.lots.filter(({ account_id }) => account_id === (query.account_id ?? account_id)),
      events: await positionEvents(call.db),
    });
    const seen = new Set<string>();
    const findings = [...book.problems, ...trades, ...year, ...audited].flatMap(({ code, message, ids = [] }) => {
      if (seen.has(message)) return [];
      seen.add(message);
      return [
        {
          finding_type: code,
          severity: severityOf(code),
          message,
          lot_id: ids.find((id) => id.startsWith('lot-')) ?? null,
          ids: ids.slice(0, 100),
        },
      ];
    });
    const count = (severity: string): number => findings.filter((finding) => finding.severity === severity).length;
    return answer(
      call,
      { ...book, problems: [] },
      {
        findings,
        severity_summary: { error: count('error'), warning: count('warning'), info: count('info') },
        problems: [],
      },
    );
  }),
];
