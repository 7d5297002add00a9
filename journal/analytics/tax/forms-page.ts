// A form as a page to print and file with the return: the rows of the form, its totals by box, its lines in words.
import { type FormRow, formTable, type TaxForm, type TaxFormName } from '@zorivest/domain';
import { escapeHtml, htmlPage } from '@zorivest/store';

/** Nothing of the page runs or is fetched. */
const POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`;

export interface ShownForm extends Omit<TaxForm, 'disclaimer'> {
  readonly disclaimer: string;
  readonly computed_at: string;
  readonly needs: readonly { readonly question: string }[];
}

/** The web app reads these pages under a policy that allows a style by its hash only. */
export const FORM_STYLE = `
@page { size: letter landscape; margin: 14mm 12mm 16mm; @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 8pt system-ui, sans-serif; color: #555 } }
:root { color-scheme: light }
body { font: 10pt/1.4 system-ui, sans-serif; color: #111; background: #fff; margin: 2rem auto; max-width: 74rem; padding: 0 1rem }
h1 { font-size: 15pt; margin: 0 0 .2rem } h2 { font-size: 11.5pt; margin: 1.6rem 0 .4rem; break-after: avoid }
h3 { font-size: 10pt; font-weight: 600; margin: .9rem 0 .3rem; break-after: avoid }
p { margin: .3rem 0 } .small { color: #555; font-size: 8.5pt; max-width: 60rem }
.who { display: flex; gap: 2rem; margin: 2rem 0 1rem } .who span { flex: 2; border-top: 1px solid #111; padding-top: .15rem; color: #555; font-size: 8.5pt }
.who span + span { flex: 1 }
.open { border: 1px solid #111; padding: .5rem .8rem; margin: 1rem 0; break-inside: avoid } .open h2 { margin: 0 0 .3rem } ul { margin: .2rem 0; padding-left: 1.2rem }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
thead { display: table-header-group } tfoot { display: table-row-group } tr { break-inside: avoid }
th, td { border-bottom: 1px solid #ccc; padding: .22rem .5rem; text-align: left; vertical-align: top }
th { border-bottom: 1px solid #111; font-weight: 600; font-size: 8.5pt; vertical-align: bottom }
tfoot td, .sum td { border-top: 1px solid #111; border-bottom: 1px solid #111; font-weight: 600 }
.amount { text-align: right; white-space: nowrap } .narrow { width: auto; min-width: 30rem } .none { color: #555 }
@media print { body { font-size: 9pt; margin: 0; max-width: none; padding: 0 } }`;

/** The page says of each part what the form does. */
const PARTS: Readonly<Record<TaxFormName, Readonly<Record<string, string>>>> = {
  '8949': {
    I: 'Part I: short-term (held one year or less)',
    II: 'Part II: long-term (held more than one year)',
  },
  '6781': { I: 'Part I: section 1256 contracts marked to market' },
  'schedule-d': { I: 'Part I: short-term', II: 'Part II: long-term', III: 'Part III: summary' },
};

const BOXES: Readonly<Record<string, string>> = {
  A: 'basis reported to the IRS',
  B: 'basis not reported to the IRS',
  C: 'not reported on a Form 1099-B',
  D: 'basis reported to the IRS',
  E: 'basis not reported to the IRS',
  F: 'not reported on a Form 1099-B',
  G: 'digital assets, basis reported to the IRS',
  H: 'digital assets, basis not reported to the IRS',
  I: 'digital assets, not reported on a Form 1099-DA',
  J: 'digital assets, basis reported to the IRS',
  K: 'digital assets, basis not reported to the IRS',
  L: 'digital assets, not reported on a Form 1099-DA',
};

/** What the lines of Form 6781 and the totals of Form 8949 are called. */
const LINES: Readonly<Record<string, string>> = {
  'I-2': 'Part I, line 2: total short-term, to Schedule D',
  'II-2': 'Part II, line 2: total long-term, to Schedule D',
  '2b': 'Losses',
  '2c': 'Gains',
  '3': 'Gains and losses together',
  '5': 'After adjustments (none made here)',
  '7': 'Net gain or loss',
  '8': 'Short-term, 40 %: to Schedule D, line 4',
  '9': 'Long-term, 60 %: to Schedule D, line 11',
};

/** Columns of money stand to the right, so that cents stand under cents. */
const AMOUNT = /proceeds|basis|adjustment|gain|loss/i;
/** What headings and columns say already. */
const IN_HEADINGS: Readonly<Record<TaxFormName, readonly string[]>> = {
  '8949': ['Part', 'Box'],
  '6781': ['Part'],
  'schedule-d': [],
};

export function formPage(form: ShownForm, accountId: string | undefined): string {
  const title = `${form.title}, ${form.year}`;
  const whose = accountId === undefined ? 'All taxable accounts' : `Account ${accountId}`;
  const body = [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p>${escapeHtml(whose)}. In US dollars. Computed ${escapeHtml(form.computed_at.slice(0, 16).replace('T', ' '))} UTC.</p>`,
    '<div class="who"><span>Name(s) shown on return</span><span>Social security number</span></div>',
    openQuestions(form),
    ...Object.entries(PARTS[form.form]).map(([part, heading]) => partOf(form, part, heading)),
    form.form === 'schedule-d' ? '' : linesOf(form),
    '<h2>How it was computed</h2>',
    `<p class="small">${escapeHtml(form.convention)}</p>`,
    `<p class="small">${escapeHtml(form.disclaimer)}</p>`,
  ].join('\n');
  return htmlPage({ title, style: FORM_STYLE, meta: POLICY, body });
}

/** What stands between the page and the post: questions first, then what is only to be known. */
function openQuestions({ needs, problems }: ShownForm): string {
  // A price that is asked for need not be missed a second time.
  const shownProblems = problems.filter(({ code }) => code !== 'missing_year_end_price' || needs.length === 0);
  const items = [...needs.map(({ question }) => question), ...shownProblems.map(({ message }) => message)];
  if (items.length === 0) return '';
  const list = items.map((item) => `<li>${escapeHtml(item)}</li>`).join('\n');
  return `<div class="open"><h2>Before you file</h2>\n<ul>${list}</ul></div>`;
}

/** Form 8949 is filed once for each box, so its rows stand together by box, each with its totals. */
function partOf(form: ShownForm, part: string, heading: string): string {
  const rows = form.rows.filter((row) => row.part === part);
  const boxes = [...Map.groupBy(rows, ({ box }) => box)].toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1));
  const tables = boxes.map(([box, own]) => {
    const named = box === null ? '' : `<h3>Box ${escapeHtml(box)}: ${escapeHtml(BOXES[box] ?? '')}</h3>\n`;
    return named + table(form.form, own);
  });
  const none = '<p class="none">None.</p>';
  return `<h2>${escapeHtml(heading)}</h2>\n${tables.length === 0 ? none : tables.join('\n')}`;
}

function table(form: TaxFormName, rows: readonly FormRow[]): string {
  const { head, body } = formTable({ form, rows: [...rows] });
  const shown = head.map((name) => !IN_HEADINGS[form].includes(name));
  const cells = (row: readonly string[], tag: 'th' | 'td') =>
    row
      .flatMap((text, at) => {
        if (shown[at] !== true) return [];
        const isAmount = AMOUNT.test(head[at] ?? '');
        const content = isAmount && tag === 'td' ? money(text) : text;
        return [`<${tag}${isAmount ? ' class="amount"' : ''}>${escapeHtml(content)}</${tag}>`];
      })
      .join('');
  const lines = body
    .map((row, at) => `<tr${isSum(rows[at]) ? ' class="sum"' : ''}>${cells(row, 'td')}</tr>`)
    .join('\n');
  const total = form === 'schedule-d' ? '' : `<tfoot><tr>${cells(totals(head, body), 'td')}</tr></tfoot>`;
  return `<table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>\n${lines}</tbody>${total}</table>`;
}

/** Lines of Schedule D that are sums of those above. */
function isSum(row: FormRow | undefined): boolean {
  return row?.line === '7' || row?.line === '15' || row?.line === '16';
}

/** The sum of each column of money, under the word for it; in whole cents, as the rows are. */
function totals(head: readonly string[], body: readonly (readonly string[])[]): string[] {
  return head.map((name, at) => {
    if (/description|identification/i.test(name)) return 'Total';
    if (!AMOUNT.test(name)) return '';
    const cents = body.reduce((sum, row) => sum + Math.round(Number(row[at] ?? 0) * 100), 0);
    return (cents / 100).toFixed(2);
  });
}

/** 1,234.50, and a loss in parentheses as the forms have it. */
function money(text: string): string {
  if (text === '') return '';
  const amount = Number(text);
  const shown = Math.abs(amount).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return amount < 0 ? `(${shown})` : shown;
}

function linesOf({ lines }: ShownForm): string {
  // A record lists whole numbers before 2b: the form does not.
  const inOrder = Object.entries(lines).toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
  const rows = inOrder.map(
    ([line, amount]) =>
      `<tr><td>${escapeHtml(line)}</td><td>${escapeHtml(LINES[line] ?? '')}</td><td class="amount">${money(amount.toFixed(2))}</td></tr>`,
  );
  return `<h2>Lines</h2>\n<table class="narrow"><thead><tr><th>Line</th><th></th><th class="amount">Gain or (loss)</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}
