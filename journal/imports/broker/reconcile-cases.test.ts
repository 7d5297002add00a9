// The open cases of reconcile: statements with what they state, read where they lie.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseBrokerFile } from '../index.ts';
import { caseBytes, caseJson, CASES } from '../testing/cases.ts';

const folder = join(CASES, 'reconcile');
const names = existsSync(folder)
  ? readdirSync(folder).flatMap((name) => (name.endsWith('.expected.json') ? name.slice(0, -14) : []))
  : [];

type Plain = Record<string, unknown>;

/** Notes about the case that are not part of the statement. */
const ABOUT = new Set(
  'files,kind,complete,reproducible,verified,verified_how,cash_check,cash_check_note,internal_checks,chain_check,rows,rows_raw,transactions,realized_from_trade_rows,sum_of_position_values,side,type,unread'.split(
    ',',
  ),
);

/** Every figure of the expectation, with where it stands. */
function* figuresOf(value: unknown, path: string): Generator<[string, number]> {
  if (Array.isArray(value)) for (const [at, one] of value.entries()) yield* figuresOf(one, `${path}[${at}]`);
  else if (value !== null && typeof value === 'object') {
    for (const [key, one] of Object.entries(value)) if (!ABOUT.has(key)) yield* figuresOf(one, `${path}.${key}`);
  } else if (typeof value === 'string') {
    const text = value.trim().replaceAll(',', '').replace(/%$/, '');
    if (/^-?\d+\.?\d*$/.test(text) && !/account|as_of|conid|isin|\.id$/.test(path)) yield [path, Number(text)];
  }
}

function* numbersIn(value: unknown): Generator<number> {
  if (typeof value === 'number') yield value;
  else if (value !== null && typeof value === 'object') for (const one of Object.values(value)) yield* numbersIn(one);
}

describe('reconcile', () => {
  if (names.length === 0) it.skip('no case files in reconcile');

  it.for(names)('%s: what it states is read', (name, ctx) => {
    const expected = caseJson(ctx, `reconcile/${name}.expected.json`) as Plain & {
      files: string[];
    };
    const stated = expected.files.map((file) => parseBrokerFile(caseBytes(ctx, `reconcile/${file}`)).stated);
    const known = new Set([...numbersIn(stated)].map((one) => one.toFixed(6)));
    const missing = [...figuresOf(expected, name)].filter(([, figure]) => !known.has(figure.toFixed(6)));
    expect(missing).toEqual([]);
  });
});

it('the cash report of a statement that does not add up is reported', () => {
  const { contradictions } = parseBrokerFile(
    new TextEncoder().encode(
      '<FlexQueryResponse><FlexStatements><FlexStatement accountId="U7" fromDate="20250101" toDate="20250331"><CashReport><CashReportCurrency currency="USD" startingCash="100" dividends="5" endingCash="110"/></CashReport></FlexStatement></FlexStatements></FlexQueryResponse>',
    ),
  ).stated;
  expect(contradictions).toMatchObject([{ subject: 'cash USD', stated: 110, own: 105, date: '2025-03-31' }]);
});
