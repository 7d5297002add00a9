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
import { conflict, route } from '@zorivest/store';
import type { MarketService } from '@zorivest/market';
import { positionEvents, positionsOf } from '@zorivest/records';
import { answer, askedTaxRecords, fifoLots, inputOf } from './records.ts';
import { taxFormRoutes } from './forms.ts';
import { incomeOf } from './income.ts';
import { taxLotRoutes } from './lots.ts';
import { currentPrices, markedTaxRecords, needsOf, NO_PRICES } from './prices.ts';
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

export interface TaxParts {
  readonly market: MarketService;
}

export const taxRoutes = ({ market }: TaxParts) =>
  [
    ...taxProfileRoutes,
    ...taxLotRoutes({ market }),
    ...washSaleRoutes,
    ...quarterlyRoutes({ market }),
    ...taxFormRoutes({ market }),
    route(contract.tax.simulate, async ({ body }, call) => {
      const date = body.date?.slice(0, 10) ?? (await todayOf(call, body.ticker));
      const records = await markedTaxRecords(call, market, {
        account_id: body.account_id,
        tax_year: Number(date.slice(0, 4)),
      });
      const { ticker, action, quantity, price, account_id, cost_basis_method, lot_ids } = body;
      const result = simulateSale({
        ...inputOf(records),
        ticker,
        action,
        quantity,
        price,
        ...(account_id !== undefined && { account_id }),
        cost_basis_method,
        date,
        ...(lot_ids !== undefined && { lot_ids }),
      });
      const none = result.problems.find(({ code }) => code === 'no_open_lots');
      if (none !== undefined) throw conflict(none.message);
      const { summary } = result;
      return answer(call, records, {
        ...result,
        summary: { ...summary, total_proceeds: summary.proceeds, total_basis: summary.basis },
      });
    }),
    route(contract.tax.estimate, async ({ body }, call) => {
      const records = await markedTaxRecords(call, market, body);
      const { prices, oldest_price_days } = body.include_unrealized
        ? await currentPrices(call, market, records)
        : NO_PRICES;
      const result = estimateTax({
        ...inputOf(records, body.account_id),
        ...(body.filing_status !== undefined && { status: body.filing_status }),
        include_unrealized: body.include_unrealized,
        prices,
      });
      return answer(call, records, {
        tax_year: records.profile.tax_year,
        investment_income: incomeOf(records, body.account_id).shown,
        needs: needsOf(records, body.account_id),
        oldest_price_days,
        ...result,
      });
    }),
    route(contract.tax.harvest, async ({ query }, call) => {
      const records = await askedTaxRecords(call, { account_id: query.account_id });
      const { min_loss_threshold, exclude_wash_risk, account_id } = query;
      const { prices, oldest_price_days } = await currentPrices(call, market, records);
      const result = harvestLosses({
        lots: records.lots,
        prices,
        as_of: records.today,
        min_loss_threshold,
        exclude_wash_risk,
        wash: washRules(records.profile),
        ...(account_id !== undefined && { account_id }),
      });
      return answer(call, records, {
        ...result,
        oldest_price_days,
        opportunities: result.opportunities.map((one) => ({ ...one, lots: one.lots.map((lot) => ({ ...lot })) })),
      });
    }),
    route(contract.tax.ytdSummary, async ({ query }, call) => {
      const records = await markedTaxRecords(call, market, query);
      const key = `ytd ${JSON.stringify(query)} ${records.today} ${JSON.stringify(records.yearEndPrices)}`;
      return call.results.of(key, async () => {
        const { installments } = await quarterlyOf(call, records, 'actual');
        const summary = ytdTaxSummary(inputOf(records, query.account_id));
        const { shown: income } = incomeOf(records, query.account_id);
        return answer(call, records, {
          ...summary,
          section_988: income.section_988,
          section_988_treatment: records.profile.section_988,
          investment_income: income,
          needs: needsOf(records, query.account_id),
          quarterly_payments: installments.map(quarterRow),
          symbols_total: summary.by_symbol.length,
          by_symbol: largest(summary.by_symbol, query.limit),
        });
      });
    }),
    route(contract.tax.alpha, async ({ query }, call) => {
      const records = await markedTaxRecords(call, market, query);
      const { lots: fifo_lots } = await fifoLots(call, records.profile);
      return answer(call, records, {
        tax_year: records.profile.tax_year,
        method: records.profile.default_cost_basis,
        ...taxAlpha({ ...inputOf(records), fifo_lots }),
      });
    }),
    route(contract.tax.audit, async ({ query }, call) => {
      const records = await markedTaxRecords(call, market, query);
      const { executions, problems: trades } = await positionsOf(call);
      const { problems: year } = ytdTaxSummary(inputOf(records));
      const audited = auditTrades({
        executions: executions.filter(({ account_id }) => account_id === (query.account_id ?? account_id)),
        lots: records.lots.filter(({ account_id }) => account_id === (query.account_id ?? account_id)),
        events: await positionEvents(call.db),
      });
      const seen = new Set<string>();
      const findings = [...records.problems, ...trades, ...year, ...audited].flatMap(({ code, message, ids = [] }) => {
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
        { ...records, problems: [] },
        {
          findings,
          severity_summary: { error: count('error'), warning: count('warning'), info: count('info') },
          problems: [],
        },
      );
    }),
  ] as const;
