import { contract } from '@zorivest/contract';
import {
  estimateTax,
  incomeByPeriod,
  type Installment,
  quarterlyEstimate,
  type QuarterlyInput,
} from '@zorivest/domain';
import { estimationMethods } from '@zorivest/vocabulary';
import { type Call, decimalText, Fault, route } from '@zorivest/store';
import type { MarketService } from '@zorivest/market';
import { answer, inputOf, type TaxRecords } from './records.ts';
import { incomeOf } from './income.ts';
import { markedTaxRecords } from './prices.ts';
import { taxpayer } from './profiles.ts';
import { thisYear, todayOf } from './zones.ts';

type Method = QuarterlyInput['method'];

async function paymentsOf(call: Call, year: number) {
  const rows = await call.db
    .selectFrom('tax_payments')
    .selectAll()
    .where('tax_year', '=', year)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ quarter: row.quarter as 1 | 2 | 3 | 4, date: row.paid_on, amount: row.amount })); // the table allows no other
}

/** The tax on a whole year's other income and what has been realised so far. */
function soFar(records: TaxRecords): { expectedTax?: number } {
  const { federal_estimate } = estimateTax(inputOf(records));
  return federal_estimate === null ? {} : { expectedTax: federal_estimate.tax };
}

export async function quarterlyOf(call: Call, records: TaxRecords, method: Method) {
  const { profile } = records;
  const day = records.today;
  const { dated, elsewhere } = incomeOf(records);
  const income = () =>
    call.results.of(`income by period ${profile.tax_year} ${day} ${JSON.stringify(records.yearEndPrices)}`, () =>
      incomeByPeriod({
        ...inputOf(records),
        // Those that only the profile states come evenly, the ledger's on their days.
        qualifiedDividends: elsewhere,
        dated,
        as_of: day,
      }),
    );
  const payer = taxpayer(profile);
  return quarterlyEstimate({
    year: profile.tax_year,
    status: profile.filing_status,
    method,
    // The safe harbour needs no forecast of this year.
    ...(method === 'annualized' && { incomeByPeriod: (await income()).periods }),
    ...(method === 'actual' && soFar(records)),
    shortCarryforward: payer.shortCarryforward ?? 0,
    longCarryforward: payer.longCarryforward ?? 0,
    agedOrBlind: payer.agedOrBlind ?? 0,
    withholding: profile.withholding,
    payments: await paymentsOf(call, profile.tax_year),
    as_of: day,
    ...(profile.prior_year_tax !== null && { priorYearTax: profile.prior_year_tax }),
    ...(profile.prior_year_agi !== null && { priorYearAgi: profile.prior_year_agi }),
  });
}

/** A row of the answers: without the stable face's second name of a figure. */
export function quarterRow(installment: Installment) {
  const { cumulative: _, ...row } = installment;
  return row;
}

export const quarterlyRoutes = ({ market }: { readonly market: MarketService }) =>
  [
    route(contract.tax.quarterly, async ({ query }, call) => {
      const records = await markedTaxRecords(call, market, query);
      const { installments, problems, required_annual, basis, convention } = await quarterlyOf(
        call,
        records,
        query.estimation_method,
      );
      const number = Number(query.quarter.slice(1));
      const one = installments.find(({ quarter }) => quarter === number);
      if (one === undefined || one.due_date === '')
        throw new Fault(422, [
          { field: 'tax_year', message: `there are no due dates for ${records.profile.tax_year}` },
        ]);
      return answer(call, records, {
        ...quarterRow(one),
        tax_year: records.profile.tax_year,
        quarter: query.quarter,
        estimation_method: query.estimation_method,
        required_payment: one.required,
        underpayment: one.cumulative_due,
        penalty_estimate: one.penalty,
        installments: installments.map(quarterRow),
        required_annual,
        basis,
        convention,
        problems,
      });
    }),
    route(contract.tax.compareQuarterly, async ({ query }, call) => {
      const records = await markedTaxRecords(call, market, query);
      const methods = [];
      for (const estimation_method of estimationMethods) {
        const { method, required_annual, basis, penalty, installments } = await quarterlyOf(
          call,
          records,
          estimation_method,
        );
        const rows = installments.map(quarterRow);
        methods.push({ method, estimation_method, required_annual, basis, penalty, installments: rows });
      }
      return answer(call, records, { tax_year: records.profile.tax_year, methods, problems: [] });
    }),
    route(contract.tax.recordPayment, async ({ body }, call) => {
      if (!body.confirm) throw new Fault(400, 'recording a payment needs confirm: true');
      const year = body.tax_year ?? (await thisYear(call));
      const quarter = Number(body.quarter.slice(1));
      const paid_on = body.paid_on ?? (await todayOf(call));
      await call.write(async ({ db, audit }) => {
        const row = await db
          .insertInto('tax_payments')
          .values({
            tax_year: year,
            quarter,
            amount: decimalText(body.payment_amount),
            paid_on,
            created_at: call.now().toISOString(),
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        audit({ resource: 'tax_payment', id: row.id, after: row });
      });
      const records = await markedTaxRecords(call, market, { tax_year: year });
      const { method, remaining, total_paid, problems } = await quarterlyOf(call, records, 'actual');
      return answer(call, records, {
        status: 'recorded' as const,
        tax_year: year,
        quarter: body.quarter,
        amount: body.payment_amount,
        recorded_payment: body.payment_amount,
        paid_on,
        method,
        cumulative_paid: total_paid,
        remaining_shortfall: remaining,
        problems,
      });
    }),
  ] as const;
