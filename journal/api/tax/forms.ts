// The forms of a year as CSV, JSON and a page to print. A page and a table show the same rows.
import { contract } from '@zorivest/contract';
import { form6781, form8949, formCsv, formTable, scheduleD, type TaxForm, type TaxFormName } from '@zorivest/domain';
import type { Call } from '../core/call.ts';
import { escapeHtml, htmlPage } from '../core/html.ts';
import { route, type Route } from '../core/route.ts';
import type { MarketService } from '../market/service.ts';
import { answer, inputOf } from './book.ts';
import { markedBook, needsOf } from './prices.ts';

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
  const book = await markedBook(call, market, { tax_year: year ?? tax_year, account_id });
  const { disclaimer: _, ...form } = forms[name](inputOf(book, account_id));
  const { data: __, ...shown } = answer(call, book, { ...form, needs: needsOf(book, account_id) });
  switch (format) {
    case 'csv':
      return { contentType: 'text/csv; charset=utf-8', bytes: Buffer.from(formCsv(form), 'utf8') };
    case 'html':
      return { contentType: 'text/html; charset=utf-8', bytes: Buffer.from(page(shown, account_id), 'utf8') };
    default:
      return { contentType: 'application/json; charset=utf-8', bytes: Buffer.from(JSON.stringify(shown), 'utf8') };
  }
}

export const taxFormRoutes = ({ market }: { readonly market: MarketService }): readonly Route[] => [
  route(contract.tax.form, ({ params, query }, call) => document(call, market, params.form, query)),
  route(contract.tax.form8949, ({ query }, call) => document(call, market, '8949', query)),
  route(contract.tax.scheduleD, ({ query }, call) => document(call, market, 'schedule-d', query)),
];

/** Nothing of the page runs or is fetched. */
const POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`;

type Shown = Omit<TaxForm, 'disclaimer'> & { readonly disclaimer: string; readonly computed_at: string };

const STYLE = `
@page { size: landscape; margin: 12mm }
body { font: 10pt/1.35 system-ui, sans-serif; color: #111; margin: 2rem auto; max-width: 72rem; padding: 0 1rem }
h1 { font-size: 1.25rem; margin: 0 } h2 { font-size: 1rem; margin: 1.5rem 0 .4rem }
p { margin: .3rem 0 } .small { color: #555; font-size: 8.5pt }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
thead { display: table-header-group } tr { break-inside: avoid }
th, td { border: 1px solid #bbb; padding: .2rem .4rem; text-align: left; vertical-align: top }
th { background: #f2f2f2; font-weight: 600 } .amount { text-align: right; white-space: nowrap }
.narrow { width: auto }
@media print { body { margin: 0; max-width: none; padding: 0 } }`;

/** Columns of money stand to the right, so that cents stand under cents. */
const AMOUNT = /proceeds|basis|adjustment|gain|loss/i;

function page(form: Shown, accountId: string | undefined): string {
  const title = `${form.title}, ${form.year}`;
  const whose = accountId === undefined ? 'All taxable accounts' : `Account ${accountId}`;
  const body = [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p>${escapeHtml(whose)}, computed ${escapeHtml(form.computed_at)}. In US dollars.</p>`,
    ...partsOf(form),
    form.form === 'schedule-d' ? '' : linesOf(form),
    ...form.problems.map(({ message }) => `<p>Note: ${escapeHtml(message)}</p>`),
    `<p class="small">${escapeHtml(form.convention)}</p>`,
    `<p class="small">${escapeHtml(form.disclaimer)}</p>`,
  ].join('\n');
  return htmlPage({ title, style: STYLE, meta: POLICY, body });
}

const PARTS: Readonly<Record<TaxFormName, Readonly<Record<string, string>>>> = {
  '8949': { I: 'Part I: short-term', II: 'Part II: long-term' },
  '6781': { I: 'Part I: section 1256 contracts marked to market' },
  'schedule-d': { I: 'Part I: short-term', II: 'Part II: long-term', III: 'Part III: summary' },
};

function partsOf(form: Shown): string[] {
  return Object.entries(PARTS[form.form]).map(([part, heading]) => {
    const { head, body } = formTable({ form: form.form, rows: form.rows.filter((row) => row.part === part) });
    const isAmount = head.map((name) => AMOUNT.test(name));
    const cells = (row: readonly string[], tag: 'th' | 'td') =>
      row.map((text, at) => `<${tag}${isAmount[at] === true ? ' class="amount"' : ''}>${escapeHtml(text)}</${tag}>`);
    const rows = body.map((row) => `<tr>${cells(row, 'td').join('')}</tr>`).join('\n');
    const none = body.length === 0 ? `<tr><td colspan="${head.length}">None</td></tr>` : '';
    return `<h2>${escapeHtml(heading)}</h2>\n<table><thead><tr>${cells(head, 'th').join('')}</tr></thead><tbody>\n${rows}${none}</tbody></table>`;
  });
}

function linesOf({ lines }: Shown): string {
  // A record lists whole numbers before 2b: the form does not.
  const inOrder = Object.entries(lines).toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
  const rows = inOrder.map(
    ([line, amount]) => `<tr><td>${escapeHtml(line)}</td><td class="amount">${amount.toFixed(2)}</td></tr>`,
  );
  return `<h2>Lines</h2>\n<table class="narrow"><thead><tr><th>Line</th><th class="amount">Gain or (loss)</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}
