// Tax: estimates from the recorded trades and a profile. Every answer carries the disclaimer and when it was computed.
import { z } from 'zod';
import {
  closingActions,
  directions,
  estimationMethods,
  filingStatuses,
  form1099Kinds,
  formBoxes,
  forms1099,
  installmentMethods,
  lotOrders,
  lotStatuses,
  terms,
} from '@zorivest/vocabulary';
import { document, empty, multipart, resource } from '../core/endpoint.ts';
import {
  anyCase,
  foreign,
  foreignName,
  idText,
  isoDay,
  isoTime,
  nonBlankText,
  paging,
  positive,
  queryFlag,
  timestamp,
} from '../core/fields.ts';
import { once } from '../core/once.ts';
import { maybe } from './figures.ts';
import { sheetName } from './imports.ts';
import { answer } from './tax-answer.ts';
import { lotMethod, taxYear } from './tax-profiles.ts';
import { exactQuantity } from './trades.ts';

const yearQuery = once(() =>
  z.object({
    tax_year: taxYear.optional().describe('This year when absent'),
    account_id: idText.optional(),
  }),
);
/** From the ledger and from closed currency positions; in the estimated tax. */
const investmentIncome = once(() =>
  z.object({
    qualified_dividends: z.number(),
    other_dividends: z.number(),
    interest: z.number(),
    rewards: z.number().describe('In kind, at what they were worth when they came'),
    section_988: z.number(),
  }),
);
/** What only the person knows. */
const needs = once(() => z.array(z.object({ field: z.string(), question: z.string() })));
const formQuery = (usual: 'csv' | 'json') =>
  z.object({
    year: taxYear.optional().describe('This year when absent'),
    tax_year: taxYear.optional().describe('The same, by the name other tax answers have for it'),
    account_id: idText.optional(),
    format: z.enum(['csv', 'json', 'html']).default(usual),
  });

const quarter = z.enum(['Q1', 'Q2', 'Q3', 'Q4']);
/** Figures of the quarter, then of it and those before; docs/tax.md says what each is. */
const installmentFields = once(() => ({
  due_date: z.string(),
  method: z.enum(installmentMethods),
  required: maybe,
  paid: z.number(),
  due: maybe,
  cumulative_required: maybe,
  cumulative_paid: z.number(),
  cumulative_due: maybe,
  penalty: maybe,
}));
const installment = once(() => z.object({ quarter: z.int(), ...installmentFields() }));
const lotLine = once(() =>
  z.object({
    lot_id: z.string(),
    ticker: z.string(),
    account_id: z.string().nullable(),
    side: z.enum(directions),
    quantity: z.number(),
    quantity_exact: exactQuantity.optional(),
    cost_basis: z.number(),
    proceeds: maybe,
    wash_sale_adjustment: z.number(),
    opened_on: z.string(),
    date_acquired: z.string().nullable(),
    holding_start: z.string().nullable().describe('The holding counts from here, after wash sales'),
    holding_period_days: z.int(),
    is_long_term: z.boolean(),
    long_term_from: z.string(),
    box: z.enum(formBoxes).nullable().describe('Of Form 8949, for what was sold'),
    status: z.enum(lotStatuses),
    date_sold: z.string().nullable(),
    current_value: maybe,
    unrealized_gain_loss: maybe,
    realized_gain_loss: maybe,
  }),
);
const oldestPrice = z.int().nullable().describe('How old the oldest price is, in days');

/** A broker's form compared with the book. */
const compared1099 = once(() => ({
  matched: z.int().describe('Rows of the forms that have their sale in the book'),
  mismatches: z.array(
    z.object({
      kind: z.enum(form1099Kinds),
      account_id: z.string(),
      instrument: foreignName(z.string()),
      sold: z.string(),
      stated: z
        .union([z.number(), foreignName(z.string())])
        .nullable()
        .describe('What the form says'),
      book: z.union([z.number(), z.string()]).nullable(),
      difference: maybe.describe('stated less book'),
      cause: z.string(),
      taken: z.boolean().describe('Form 8949 has the form’s'),
      rows: z.array(z.int()).describe('Of the file'),
      lot_ids: z.array(z.string()),
    }),
  ),
}));

export const tax = resource('leaves-trades', {
  simulate: () => ({
    method: 'POST',
    path: '/tax/simulate',
    summary: 'What a sale would cost, before it is made',
    body: z.strictObject({
      ticker: nonBlankText(100),
      action: z.enum(closingActions),
      quantity: positive,
      price: positive,
      account_id: idText.optional().describe('The lots of all taxable accounts when absent'),
      cost_basis_method: lotMethod.default('fifo'),
      lot_ids: z.array(idText).max(200).optional().describe('With specific_id'),
      date: isoTime.optional().describe('Today when absent'),
    }),
    response: answer({
      lots_to_close: z.array(
        z.object({
          lot_id: z.string(),
          shares: z.number(),
          basis: z.number(),
          proceeds: z.number(),
          gain_loss: z.number(),
          holding_period: z.enum(terms),
          wash_risk: z.boolean(),
          disallowed_loss: z.number(),
        }),
      ),
      summary: z.object({
        proceeds: z.number(),
        basis: z.number(),
        total_proceeds: z.number(),
        total_basis: z.number(),
        realized_gain: z.number(),
        st_gain: z.number(),
        lt_gain: z.number(),
      }),
      estimated_tax: z.object({ federal: z.number(), state: maybe, niit: z.number(), total: maybe }).nullable(),
      wash_sale_risk: z.object({
        at_risk: z.boolean(),
        disallowed_loss: z.number(),
        affected_lots: z.array(z.string()),
        clear_date: z.string().nullable(),
        window_end: z.string().nullable(),
        note: z.string().nullable(),
      }),
      hold_savings: z.object({ days: z.int(), until: z.string(), amount: z.number() }).nullable(),
    }),
    errors: [404, 409],
    role: 'read-only',
  }),
  estimate: () => ({
    method: 'POST',
    path: '/tax/estimate',
    summary: 'The year’s tax from the profile and the results so far',
    body: z.strictObject({
      tax_year: z.int().min(2000).max(2099).optional(),
      account_id: idText.optional(),
      filing_status: anyCase(filingStatuses).optional(),
      include_unrealized: z.boolean().default(false),
    }),
    response: answer({
      tax_year: z.int(),
      realized_gains: z.object({ st: z.number(), lt: z.number(), net: z.number() }),
      unrealized_gains: z.object({ st: z.number(), lt: z.number(), net: z.number() }).nullable(),
      oldest_price_days: oldestPrice,
      investment_income: investmentIncome(),
      federal_estimate: z
        .object({
          bracket_breakdown: z.array(
            z.object({ kind: z.string(), rate: z.number(), amount: z.number(), tax: z.number() }),
          ),
          effective_rate: maybe,
          income_tax: z.number(),
          amt: z.number(),
          niit: z.number(),
          additional_medicare: z.number(),
          tax: z.number(),
        })
        .nullable(),
      state_estimate: maybe,
      total_estimated_tax: maybe,
      effective_rate: maybe,
      carryforward: z.object({ short: z.number(), long: z.number() }).nullable(),
      needs: needs(),
    }),
    errors: [404],
    role: 'read-only',
  }),
  lots: () => ({
    method: 'GET',
    path: '/tax/lots',
    summary: 'Tax lots, computed from the trades',
    query: z.object({
      ...paging({ limit: 500, max: 5000 }),
      account_id: idText.optional(),
      ticker: nonBlankText(100).optional(),
      status: z.enum([...lotStatuses, 'all']).default('all'),
      sort_by: z.enum(lotOrders).default('acquired_date'),
      tax_year: taxYear.optional().describe('What was sold in this year comes first'),
      with_prices: queryFlag(true).describe('Ask the market-data providers for current prices of open lots'),
    }),
    response: answer({
      lots: z.array(lotLine()),
      oldest_price_days: oldestPrice,
      summary: z.object({ total_lots: z.int(), total_basis: z.number(), total_unrealized: maybe }),
      total_count: z.int(),
    }),
    errors: [404],
    role: 'read-only',
  }),
  lot: () => ({
    method: 'GET',
    path: '/tax/lots/{lot_id}',
    summary: 'One lot, in its parts where some of it was sold',
    response: answer({ parts: z.array(lotLine()) }),
    errors: [404],
    role: 'read-only',
  }),
  changeLot: () => ({
    method: 'PATCH',
    path: '/tax/lots/{lot_id}',
    summary: 'Say in which box of Form 8949 the sales of a lot stand; null: as its account says',
    body: z.strictObject({
      box: z
        .enum(formBoxes)
        .nullable()
        .describe(
          'Short-term A, B, C (coins G, H, I) or long-term D, E, F (J, K, L); a part of the other term takes the matching box',
        ),
    }),
    response: answer({ parts: z.array(lotLine()), box: z.enum(formBoxes).nullable() }),
    errors: [404],
    role: 'read-write',
    audit: 'tax_lot.update',
    write: 'book',
  }),
  closeLot: () => ({
    method: 'POST',
    path: '/tax/lots/{lot_id}/close',
    summary: 'Say that a sale sold this lot',
    body: z.strictObject({ sell_trade_id: idText.optional().describe('The newest sale of the ticker when absent') }),
    response: answer({ parts: z.array(lotLine()), sell_trade_id: z.string() }),
    errors: [400, 404, 409],
    role: 'read-write',
    audit: 'tax_lot.close',
    write: 'book',
  }),
  reassignLot: () => ({
    method: 'PUT',
    path: '/tax/lots/{lot_id}/reassign',
    summary: 'Choose the lots of a sale again, until the day after it',
    body: z.strictObject({ method: lotMethod }),
    response: answer({
      lot_id: z.string(),
      method: z.string(),
      sell_trade_id: z.string(),
      lot_ids: z.array(z.string()),
      status: z.literal('reassigned'),
    }),
    errors: [400, 404, 409],
    role: 'read-write',
    audit: 'tax_lot.reassign',
    write: 'book',
  }),
  lotChoice: () => ({
    method: 'GET',
    path: '/tax/lot-choices/{sell_trade_id}',
    summary: 'Which lots were named for a sale',
    params: z.object({ sell_trade_id: idText }),
    response: z.object({
      sell_trade_id: z.string(),
      lot_ids: z.array(z.string()).describe('The newest word first; none where the sale is booked in the usual order'),
      chosen_at: timestamp.nullable(),
    }),
    errors: [404],
    role: 'read-only',
  }),
  forgetLotChoice: () => ({
    method: 'DELETE',
    path: '/tax/lot-choices/{sell_trade_id}',
    summary: 'Remove the choice of lots of a sale: it is booked in the usual order again',
    params: z.object({ sell_trade_id: idText }),
    response: empty,
    errors: [404],
    role: 'read-write',
    audit: 'tax_lot.usual_order',
    write: 'book',
  }),
  quarterly: () => ({
    method: 'GET',
    path: '/tax/quarterly',
    summary: 'The estimated payment of a quarter',
    query: z.object({
      quarter,
      tax_year: taxYear.optional(),
      estimation_method: z.enum(estimationMethods).default('annualized'),
    }),
    response: answer({
      tax_year: z.int(),
      quarter: z.string(),
      estimation_method: z.enum(estimationMethods),
      ...installmentFields(),
      required_payment: maybe,
      underpayment: maybe,
      penalty_estimate: maybe,
      installments: z.array(installment()),
      required_annual: maybe,
      basis: z.string().nullable().describe('Which rule set the year’s amount'),
    }),
    role: 'read-only',
  }),
  compareQuarterly: () => ({
    method: 'GET',
    path: '/tax/quarterly/compare',
    summary: 'The methods of estimating side by side',
    query: z.object({ tax_year: taxYear.optional() }),
    response: answer({
      tax_year: z.int(),
      methods: z.array(
        z.object({
          method: z.enum(installmentMethods),
          estimation_method: z.enum(estimationMethods),
          required_annual: maybe,
          basis: z.string().nullable(),
          penalty: maybe,
          installments: z.array(installment()),
        }),
      ),
    }),
    role: 'read-only',
  }),
  recordPayment: () => ({
    method: 'POST',
    path: '/tax/quarterly/payment',
    summary: 'Note an estimated payment that was made',
    body: z.strictObject({
      quarter,
      tax_year: z.int().min(2000).max(2099).optional(),
      payment_amount: positive,
      paid_on: isoDay.optional().describe('Today when absent'),
      confirm: z.boolean(),
    }),
    response: answer({
      status: z.literal('recorded'),
      tax_year: z.int(),
      quarter: z.string(),
      amount: z.number(),
      recorded_payment: z.number(),
      paid_on: z.string(),
      method: z.enum(installmentMethods),
      cumulative_paid: z.number(),
      remaining_shortfall: maybe,
    }),
    errors: [400],
    role: 'read-write',
    audit: 'tax_payment.create',
    write: 'book',
    confirms: 'record_quarterly_tax_payment',
  }),
  harvest: () => ({
    method: 'GET',
    path: '/tax/harvest',
    summary: 'Losses worth realising',
    query: z.object({
      account_id: idText.optional(),
      min_loss_threshold: z.coerce.number<number>().min(0).max(1e13).default(0),
      exclude_wash_risk: queryFlag(false),
    }),
    response: answer({
      opportunities: z.array(
        z.object({
          ticker: z.string(),
          lots: z.array(z.looseObject({ lot_id: z.string(), quantity: z.number(), unrealized_loss: z.number() })),
          unrealized_loss: z.number(),
          holding_period: z.string(),
          wash_risk: z.boolean(),
          disallowed_loss: z.number(),
          clear_date: z.string().nullable(),
          wash_window_end: z.string(),
          rebuy_from: z.string(),
          replacements: z.array(z.string()),
          caution: z.string().nullable(),
        }),
      ),
      total_harvestable: z.number(),
      total_wash_risk: z.number(),
      net_harvestable: z.number(),
      skipped_tickers: z.array(z.string()).describe('No price is known, so whether they have a loss is unknown'),
      oldest_price_days: oldestPrice,
    }),
    errors: [404],
    role: 'read-only',
  }),
  ytdSummary: () => ({
    method: 'GET',
    path: '/tax/ytd-summary',
    summary: 'The tax year so far on one page',
    query: yearQuery().extend({
      limit: paging({ limit: 200, max: 5000 }).limit.describe('Symbols listed, those with the largest results first'),
    }),
    response: answer({
      tax_year: z.int(),
      realized_st_gain: z.number(),
      realized_lt_gain: z.number(),
      total_realized: z.number(),
      wash_sale_adjustments: z.number(),
      permanently_lost: z.number(),
      section_1256_gain: z.number(),
      section_988: z.number().describe('Currency results, ordinary income and on no form of capital gains'),
      section_988_treatment: z.enum(['ordinary', 'personal']),
      investment_income: investmentIncome(),
      needs: needs(),
      trades_count: z.int(),
      estimated_federal_tax: maybe,
      estimated_state_tax: maybe,
      quarterly_payments: z.array(installment()).describe('Of the person, whatever the account'),
      symbols_total: z.int().describe('All symbols sold, not only those listed'),
      by_symbol: z.array(
        z.object({
          symbol: z.string(),
          realized_st_gain: z.number(),
          realized_lt_gain: z.number(),
          total_realized: z.number(),
          wash_sale_adjustments: z.number(),
          trades_count: z.int(),
        }),
      ),
      by_month: z
        .array(z.object({ month: z.string(), realized_st_gain: z.number(), realized_lt_gain: z.number() }))
        .describe('Months in which something was realised; they add up to the year'),
    }),
    errors: [404],
    role: 'read-only',
  }),
  alpha: () => ({
    method: 'GET',
    path: '/tax/alpha',
    summary: 'What the chosen lot method saved against first in, first out',
    query: z.object({ tax_year: taxYear.optional() }),
    response: answer({
      tax_year: z.int(),
      method: z.string(),
      actual_tax_estimate: maybe,
      naive_fifo_tax_estimate: maybe,
      tax_savings: maybe,
      savings_from_lot_optimization: maybe.describe('From realising other gains than first in, first out'),
      savings_from_harvesting: maybe.describe('From realising more losses'),
      trades_optimized_count: z.int().describe('Sales that took other lots'),
    }),
    role: 'read-only',
  }),
  audit: () => ({
    method: 'POST',
    path: '/tax/audit',
    summary: 'What is missing or contradictory in the trades behind the lots',
    query: z.object({ tax_year: taxYear.optional(), account_id: idText.optional() }),
    response: answer({
      findings: z.array(
        z.object({
          finding_type: z.string(),
          severity: z.enum(['error', 'warning', 'info']),
          message: z.string(),
          lot_id: z.string().nullable().describe('The first lot concerned'),
          ids: z.array(z.string()).describe('Executions, lots or events concerned'),
        }),
      ),
      severity_summary: z.object({ error: z.int(), warning: z.int(), info: z.int() }),
    }),
    role: 'read-only',
  }),
  form: () => ({
    method: 'GET',
    path: '/tax/forms/{form}',
    summary: 'A form of the year: Form 8949, Form 6781 or Schedule D, as JSON, CSV or a page to print',
    description:
      'JSON: `rows[]` as the form lists them and `lines` by the form’s own line numbers, to the cent. CSV: the same rows.',
    params: z.object({ form: z.enum(['8949', '6781', 'schedule-d']) }),
    query: formQuery('json'),
    response: document('application/json', 'text/csv', 'text/html'),
    errors: [404],
    role: 'read-only',
  }),
  form8949: () => ({
    method: 'GET',
    path: '/tax/form-8949',
    summary: 'Form 8949: the same as /tax/forms/8949, as CSV by default',
    query: formQuery('csv'),
    response: document('text/csv', 'application/json', 'text/html'),
    errors: [404],
    role: 'read-only',
  }),
  scheduleD: () => ({
    method: 'GET',
    path: '/tax/schedule-d',
    summary: 'Schedule D: the same as /tax/forms/schedule-d, as CSV by default',
    query: formQuery('csv'),
    response: document('text/csv', 'application/json', 'text/html'),
    errors: [404],
    role: 'read-only',
  }),
  txf: () => ({
    method: 'GET',
    path: '/tax/txf',
    summary: 'The sales of Form 8949 as a TXF file (V042), which tax programs read',
    description: 'Coins in boxes G to L are not in it: the format has no number for them. Form 8949 as CSV has all.',
    query: yearQuery(),
    response: document('text/plain'),
    errors: [404],
    role: 'read-only',
  }),
  forms1099: () => ({
    method: 'GET',
    path: '/tax/1099',
    summary: 'Brokers’ Forms 1099-B and 1099-DA compared with the sales of the book, lot by lot',
    query: yearQuery(),
    response: answer({
      tax_year: z.int(),
      forms: z.array(
        z.object({
          form_id: z.int(),
          account_id: z.string(),
          tax_year: z.int(),
          form: z.enum(forms1099),
          file_name: foreignName(z.string()).nullable(),
          sales: z.int(),
          imported_at: timestamp,
        }),
      ),
      ...compared1099(),
    }),
    errors: [404],
    role: 'read-only',
  }),
  import1099: () => ({
    method: 'POST',
    path: '/tax/1099',
    summary: 'Read a broker’s Form 1099-B or 1099-DA: TXF, CSV or a workbook',
    description:
      'Its boxes, basis and disallowed losses replace on Form 8949 what was stated for a lot and for its account. A corrected form replaces the one before.',
    body: multipart(
      z.strictObject({
        account_id: idText,
        tax_year: taxYear.optional().describe('The year of most of its sales when absent'),
        form: z.enum(forms1099).optional().describe('What the file says when absent'),
        sheet: sheetName,
      }),
      50 * 1024 * 1024,
    ),
    response: z.object({
      form_id: z.int(),
      account_id: z.string(),
      tax_year: z.int(),
      form: z.enum(forms1099),
      sales: z.int(),
      replaced: z.boolean().describe('Another form of the account and the year stood there before'),
      invalid: z
        .array(z.object({ row: z.int(), reason: foreign(z.string()) }))
        .describe('Rows that could not be read; the first hundred'),
      skipped: z.int().describe('Rows that are no sale: sums, other forms'),
      ...compared1099(),
    }),
    errors: [404, 413, 415],
    role: 'read-write',
    audit: 'tax_form.import',
    write: 'book',
  }),
  forget1099: () => ({
    method: 'DELETE',
    path: '/tax/1099/{form_id}',
    summary: 'Remove a broker’s form: Form 8949 is again as the book computes it',
    params: z.object({ form_id: z.coerce.number<number>().int().positive() }),
    response: empty,
    errors: [404],
    role: 'read-write',
    audit: 'tax_form.delete',
    write: 'book',
  }),
});
