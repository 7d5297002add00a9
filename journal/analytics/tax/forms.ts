// The forms of a year as CSV, JSON and a page to print. A page and a table show the same rows.
import { contract } from '@zorivest/contract';
import { form6781, form8949, formCsv, formTxf, scheduleD, type TaxFormName } from '@zorivest/domain';
import { type Call, route } from '@zorivest/store';
import type { MarketService } from '@zorivest/market';
import { brokerForms, forgetBrokerForm } from './broker-forms.ts';
import { answer, askedTaxRecords, inputOf, type TaxRecords } from './records.ts';
import { formPage } from './forms-page.ts';
import { markedTaxRecords, needsOf } from './prices.ts';

const forms = { '8949': form8949, '6781': form6781, 'schedule-d': scheduleD } as const;

interface FormQuery {
  readonly year?: number | undefined;
  readonly tax_year?: number | undefined;
  readonly account_id?: string | undefined;
  readonly format: 'csv' | 'json' | 'html';
}

async function document(
  call: Call,
  market: MarketService,
  name: TaxFormName,
  { year, tax_year, account_id, format }: FormQuery,
) {
  const records = await markedTaxRecords(call, market, { tax_year: year ?? tax_year, account_id });
  const { disclaimer: _, ...form } = forms[name](inputOf(records, account_id));
  const { data: __, ...shown } = answer(call, records, { ...form, needs: needsOf(records, account_id) });
  switch (format) {
    case 'csv':
      return { contentType: 'text/csv; charset=utf-8', bytes: Buffer.from(formCsv(form), 'utf8') };
    case 'html':
      return { contentType: 'text/html; charset=utf-8', bytes: Buffer.from(formPage(shown, account_id), 'utf8') };
    default:
      return { contentType: 'application/json; charset=utf-8', bytes: Buffer.from(JSON.stringify(shown), 'utf8') };
  }
}

/** Brokers' forms of a year compared with the book, of one account or of all. */
export function comparedForms({ forms, profile }: Pick<TaxRecords, 'forms' | 'profile'>, accountId?: string) {
  const { matched = new Map<string, number>(), differences = [] } = forms.get(profile.tax_year) ?? {};
  const isAsked = (account: string): boolean => accountId === undefined || account === accountId;
  return {
    matched: [...matched].reduce((sum, [account, rows]) => (isAsked(account) ? sum + rows : sum), 0),
    mismatches: differences
      .filter(({ account_id }) => isAsked(account_id))
      .map(({ rows, lot_ids, ...one }) => ({ ...one, rows: [...rows], lot_ids: [...lot_ids] })),
  };
}

export const taxFormRoutes = ({ market }: { readonly market: MarketService }) =>
  [
    route(contract.tax.form, ({ params, query }, call) => document(call, market, params.form, query)),
    route(contract.tax.form8949, ({ query }, call) => document(call, market, '8949', query)),
    route(contract.tax.scheduleD, ({ query }, call) => document(call, market, 'schedule-d', query)),
    route(contract.tax.txf, async ({ query }, call) => {
      const records = await markedTaxRecords(call, market, query);
      const { text } = formTxf(form8949(inputOf(records, query.account_id)), records.today);
      return { contentType: 'text/plain; charset=utf-8', bytes: Buffer.from(text, 'utf8') };
    }),
    route(contract.tax.forms1099, async ({ query }, call) => {
      const records = await askedTaxRecords(call, query);
      const { tax_year } = records.profile;
      return answer(call, records, {
        tax_year,
        forms: await brokerForms(call, tax_year, query.account_id),
        ...comparedForms(records, query.account_id),
        problems: [],
      });
    }),
    route(contract.tax.forget1099, ({ params }, call) => forgetBrokerForm(call, params.form_id)),
  ] as const;
