// The forms of a year as CSV, JSON and a page to print. A page and a table show the same rows.
import { contract } from '@zorivest/contract';
import { form6781, form8949, formCsv, scheduleD, type TaxFormName } from '@zorivest/domain';
import { type Call, route } from '@zorivest/store';
import type { MarketService } from '@zorivest/market';
import { answer, inputOf } from './records.ts';
import { formPage } from './forms-page.ts';
import { markedTaxRecords, needsOf } from './prices.ts';

const forms = { '8949': form8949, '6781': form6781, 'schedule-d': scheduleD } as const;

interface Asked {
  readonly year?: number | undefined;
  readonly tax_year?: number | undefined;
  readonly account_id?: string | undefined;
  readonly format: 'csv' | 'json' | 'html';
}

async function document(
  call: Call,
  market: MarketService,
  name: TaxFormName,
  { year, tax_year, account_id, format }: Asked,
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

export const taxFormRoutes = ({ market }: { readonly market: MarketService }) =>
  [
    route(contract.tax.form, ({ params, query }, call) => document(call, market, params.form, query)),
    route(contract.tax.form8949, ({ query }, call) => document(call, market, '8949', query)),
    route(contract.tax.scheduleD, ({ query }, call) => document(call, market, 'schedule-d', query)),
  ] as const;
