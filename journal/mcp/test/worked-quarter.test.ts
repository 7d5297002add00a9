// docs/worked-quarter.md, read, recorded and asked for: a figure that is wrong there, or here, fails.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Assistant, openBench, type Bench } from './fixture-service.ts';

type Row = Readonly<Record<string, string>>;

/** The tables of the page, each row by the names of its columns. */
function tablesIn(page: string): Row[][] {
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1'));
  return page.split(/\n(?!\|)/).flatMap((part) => {
    const [head = '', , ...lines] = part.split('\n').filter((line) => line.startsWith('|'));
    const names = cells(head);
    return lines.length === 0
      ? []
      : [lines.map((line) => Object.fromEntries(cells(line).map((cell, i) => [names[i] ?? '', cell])))];
  });
}

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/worked-quarter.md'), 'utf8');
const tables = tablesIn(page);
const rowsWith = (column: string): Row[] => tables.filter(([first]) => first?.[column] !== undefined).flat();
const [fills, events, rates, figures] = ['exec', 'event', '1 EUR in USD', 'figure'].map(rowsWith) as [
  Row[],
  Row[],
  Row[],
  Row[],
];
const amount = (text: string | undefined): number => Number(text?.replaceAll(',', ''));

let bench: Bench;
let assistant: Assistant;
let token: string;
const asked = new Map<string, Promise<unknown>>();

beforeAll(async () => {
  bench = await openBench();
  const { api } = bench;
  for (const [account_id, currency] of [
    ['US', 'USD'],
    ['EU', 'EUR'],
  ] as const)
    await api.accounts.create({ body: { account_id, name: account_id, account_type: 'broker', currency } });
  await api.fx.put({
    body: {
      rates: rates.map((row) => ({
        date: row.day ?? '',
        base: 'EUR',
        quote: 'USD',
        rate: amount(row['1 EUR in USD']),
      })),
    },
  });
  for (const row of fills)
    await api.trades.create({
      body: {
        exec_id: row.exec ?? '',
        time: row.time ?? '',
        account_id: row.account ?? '',
        action: row.action === 'BOT' ? 'BOT' : 'SLD',
        quantity: amount(row.quantity),
        instrument: row.instrument ?? '',
        price: amount(row.price),
        commission: amount(row.fee),
        currency: row.currency ?? '',
        ...(row.order !== '' && { order_id: row.order ?? '' }),
        ...(row.fx_rate !== '' && { fx_rate: amount(row.fx_rate) }),
      },
    });
  for (const { event: kind, time, instrument, terms = '{}' } of events)
    await api.positionEvents.create({
      body: { kind, time, instrument, ...(JSON.parse(terms) as object) } as Parameters<
        typeof api.positionEvents.create
      >[0]['body'], // as the page says it; the service checks it
    });
  await api.banking.submit({
    body: {
      account_id: 'EU',
      transactions: [{ date: '2026-03-16', amount: 40, description: 'SAP dividend', category: 'dividend' }],
    },
  });
  for (const [account_id, balance] of [
    ['US', 100_000],
    ['EU', 50_000],
  ] as const)
    await api.accounts.recordBalance({
      params: { account_id },
      body: { balance, snapshot_datetime: '2026-01-05T14:00:00Z' },
    });
  ({ session_token: token } = await api.auth.unlock({ body: { api_key: bench.apiKey } }));
  assistant = await bench.connect('claude-code');
});
afterAll(() => bench.close());

/** What the page asks: a request of the service, or a call of a tool with its arguments. */
async function ask(question: string): Promise<unknown> {
  const [, path] = /^GET (.*)$/.exec(question) ?? [];
  if (path !== undefined) {
    const response = await fetch(`${bench.service.url}/api/v1${encodeURI(path)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([question, response.status]).toEqual([question, 200]);
    return response.json();
  }
  const [, name = '', args = '{}'] = /^(\w+) (\{.*\})$/.exec(question) ?? [];
  const answer = await assistant.call(name, JSON.parse(args) as Record<string, unknown>);
  expect([question, answer.isError]).toEqual([question, false]);
  return answer.data;
}

/** `items[instrument=SAP].pnl`: the row of a list that has this, or more than one if they agree. */
function pick(data: unknown, path: string): unknown {
  let found = data;
  for (const [, name = '', key, wanted] of path.matchAll(/([\w]+)(?:\[(\w+)=([^\]]*)\])?(?:\.|$)/g)) {
    found = (found as Record<string, unknown> | undefined)?.[name];
    if (key === undefined) continue;
    const rows = (found as Record<string, unknown>[] | undefined)?.filter((row) => String(row[key]) === wanted) ?? [];
    expect([path, rows.length]).toEqual([path, 1]);
    found = rows[0];
  }
  return found;
}

describe('the worked quarter', () => {
  it('has its tables', () => {
    expect([fills, events, rates].map((rows) => rows.length)).toEqual([27, 2, 4]);
    expect(figures.length).toBeGreaterThan(60);
  });

  it.each(figures.map(({ asked: question = '', figure = '', value = '' }) => [question, figure, value]))(
    '%s %s is %s',
    async (question, figure, value) => {
      let answer = asked.get(question);
      if (answer === undefined) asked.set(question, (answer = ask(question)));
      expect(pick(await answer, figure)).toBe(amount(value));
    },
  );
});
