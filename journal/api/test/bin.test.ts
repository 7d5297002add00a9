// Everything can be undone: what is deleted or changed is in the bin as it was stored, for as long as the person says.
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fill, openTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;
beforeEach(async () => {
  service = await openTestService();
  await withAccount(service.client);
});
afterEach(() => service.close());

const own = { exec_id: 'E1' };
const entries = async (query: object = {}) => (await service.person.bin.list({ query })).items;
const newest = async () => (await entries())[0];
const restore = (id: number | undefined) => service.person.bin.restore({ params: { id: id ?? 0 } });
const png = () =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

/** Every table of the book that can be watched, as it is stored. */
const everything = () => {
  const { connection } = service.service.app.store;
  const tables = connection.prepare(`select name from sqlite_master where type = 'table'`).pluck().all() as string[];
  const own_ = new Set(['audit_log', 'bin', 'bin_rows', 'sqlite_sequence', 'record_keys', 'schema_migrations']);
  return Object.fromEntries(
    tables
      .filter((name) => !own_.has(name))
      .map((name) => [name, connection.prepare(`select * from "${name}" order by rowid`).all()]),
  );
};

const report = {
  setup_quality: 'A',
  execution_quality: 'B',
  followed_plan: true,
  emotional_state: 'calm',
  lessons_learned: 'wait for the open',
  tags: ['gap'],
} as const;

const plan = {
  ticker: 'NVDA',
  direction: 'long',
  conviction: 'high',
  strategy_name: 'gap',
  entry_price: 100,
  stop_loss: 95,
  target_price: 120,
  timeframe: 'day',
  entry_conditions: 'opens above',
} as const;

const statement = `Date,Time,Symbol,B/S,Qty,Price,Route,Commission
01/05/2026,09:30:01,MSFT,B,10,400.00,ARCA,1.00
01/06/2026,09:30:01,MSFT,S,10,410.00,ARCA,1.00
`;

describe('a deleted fill', () => {
  const withWork = async () => {
    await service.client.trades.create({ body: { ...fill, commission: 1.25, notes: 'mine' } });
    await service.client.reports.create({ params: own, body: { ...report, tags: ['gap'] } });
    await service.client.mistakes.create({ body: { trade_exec_id: 'E1', category: 'fomo_entry' } });
    await service.client.images.attachToTrade({ params: own, body: { file: { bytes: await png(), name: 'a.png' } } });
    const { id } = await service.client.plans.create({ body: plan });
    await service.client.plans.update({ params: { plan_id: id }, body: { linked_trade_id: 'E1' } });
  };

  it('comes back with every stored field and everything that hung on it', async () => {
    await withWork();
    const before = everything();
    await service.client.trades.remove({ params: own });
    const entry = await newest();
    expect(entry).toMatchObject({ operation: 'trades.remove', actor: `key:${service.keyId}` });
    expect(entry?.what).toContain('AAPL');
    expect(entry?.label).not.toBeNull();
    expect(Date.parse(entry?.expires_at ?? '') - Date.parse(entry?.at ?? '')).toBe(30 * 86_400_000);
    expect(entry?.audit_ids).toHaveLength(2);
    await restore(entry?.id);
    expect(everything()).toEqual(before);
    expect((await entries()).map(({ operation }) => operation)).toEqual(['plans.update']);
    await expect(restore(entry?.id)).rejects.toMatchObject({ status: 409 });
    expect((await service.client.trades.list()).total).toBe(1);
  });

  it('stays deleted over later imports, which say so; brought back, it has its notes and mistakes', async () => {
    const file = { bytes: Buffer.from(statement), name: 'fills.csv' };
    const send = (preview: boolean) => service.client.imports.brokerCsv({ body: { account_id: 'U1', file, preview } });
    const first = await send(false);
    expect(first).toMatchObject({ imported: 2, left_out: [] });
    const { items } = await service.client.trades.list({ query: { search: 'MSFT' } });
    const sold = { exec_id: items.find(({ action }) => action === 'SLD')?.exec_id ?? '' };
    await service.client.trades.patch({ params: sold, body: { notes: 'sold too soon' } });
    await service.client.mistakes.create({ body: { trade_exec_id: sold.exec_id, category: 'fomo_entry' } });
    await service.person.trades.remove({ params: sold });
    const bin_id = (await newest())?.id;
    const again = await send(true);
    expect(again).toMatchObject({
      imported: 0,
      duplicates: 1,
      left_out: [{ outcome: 'deleted', ...sold, bin_id }],
    });
    expect((await send(false)).imported).toBe(0);
    expect((await service.client.trades.list()).total).toBe(1);
    await restore(bin_id);
    expect(await service.client.trades.get({ params: sold })).toMatchObject({ notes: 'sold too soon' });
    expect((await service.client.mistakes.list({ query: { trade_exec_id: sold.exec_id } })).total).toBe(1);
    expect(await send(true)).toMatchObject({ imported: 0, duplicates: 2, left_out: [] });
  });

  it('that a person records again by hand is one that imports know', async () => {
    await service.client.trades.create({ body: fill });
    await service.client.trades.remove({ params: own });
    await service.client.trades.create({ body: { ...fill, price: 99 } });
    await expect(restore((await newest())?.id)).rejects.toMatchObject({
      status: 409,
      code: 'changed_since',
      message: expect.stringContaining('there again') as string,
    });
  });
});

describe('a change', () => {
  it('that later work builds on is named, and nothing is undone', async () => {
    await service.client.trades.create({ body: fill });
    await service.client.trades.patch({ params: own, body: { notes: 'first' } });
    const { id } = (await newest()) ?? {};
    await service.client.trades.patch({ params: own, body: { notes: 'second', price: 2 } });
    const before = everything();
    await expect(restore(id)).rejects.toMatchObject({
      status: 409,
      code: 'changed_since',
      message: expect.stringMatching(/notes.*price|price.*notes/) as string,
    });
    expect(everything()).toEqual(before);
  });

  it('whose account is gone says which', async () => {
    await withAccount(service.client, 'U2');
    await service.client.trades.create({ body: { ...fill, account_id: 'U2' } });
    await service.client.trades.remove({ params: own });
    const { id } = (await newest()) ?? {};
    await service.client.accounts.remove({ params: { account_id: 'U2' } });
    await expect(restore(id)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('U2') as string });
    // The account first, then its trade.
    await restore((await newest())?.id);
    await restore(id);
    expect(await service.client.trades.get({ params: own })).toMatchObject({ account_id: 'U2' });
  });

  it('of many trades in one call is one entry', async () => {
    for (const exec_id of ['A', 'B', 'C']) await service.client.trades.create({ body: { ...fill, exec_id } });
    const before = everything();
    await service.client.trades.removeMany({ body: { exec_ids: ['A', 'B', 'C'] } });
    expect(await entries()).toHaveLength(1);
    await restore((await newest())?.id);
    expect(everything()).toEqual(before);
  });

  it('can itself be undone: what was undone returns', async () => {
    await service.client.trades.create({ body: fill });
    await service.client.trades.patch({ params: own, body: { notes: 'n' } });
    await restore((await newest())?.id);
    const [again] = await entries({ all: true });
    expect(again?.operation).toBe('bin.restore');
    await restore(again?.id);
    expect(await service.client.trades.get({ params: own })).toMatchObject({ notes: 'n' });
  });
});

/** Each kind of thing: makes it, then changes or deletes it, by which request. */
const kinds: readonly [name: string, prepare: () => Promise<unknown>, act: () => Promise<unknown>][] = [
  [
    'a plan',
    () => service.client.plans.create({ body: plan }),
    () => service.client.plans.remove({ params: { plan_id: 1 } }),
  ],
  [
    'a report',
    async () => {
      await service.client.trades.create({ body: fill });
      await service.client.reports.create({ params: own, body: { ...report, tags: ['gap'] } });
    },
    () => service.client.reports.remove({ params: own }),
  ],
  [
    'a mistake',
    async () => {
      await service.client.trades.create({ body: fill });
      await service.client.mistakes.create({ body: { trade_exec_id: 'E1', category: 'fomo_entry' } });
    },
    () => service.client.mistakes.remove({ params: { mistake_id: 1 } }),
  ],
  [
    'a setting',
    () => service.client.settings.update({ body: { 'display.percent_mode': 'total' } }),
    () => service.client.settings.update({ body: { 'display.percent_mode': 'daily' } }),
  ],
  [
    'an account',
    () => withAccount(service.client, 'U2'),
    () => service.client.accounts.remove({ params: { account_id: 'U2' } }),
  ],
  [
    'a watchlist with its lines',
    async () => {
      const { id } = await service.client.watchlists.create({ body: { name: 'W' } });
      await service.client.watchlists.addItem({ params: { watchlist_id: id }, body: { ticker: 'AAPL' } });
    },
    () => service.client.watchlists.remove({ params: { watchlist_id: 1 } }),
  ],
  [
    'a diary entry',
    () => service.client.journal.create({ body: { title: 'Monday', body: 'words', tags: [] } }),
    async () => {
      const { items } = await service.client.journal.list();
      await service.client.journal.remove({ params: { journal_entry_id: items[0]?.id ?? '' } });
    },
  ],
  [
    'a tax profile',
    () => service.client.taxProfiles.create({ body: { tax_year: 2026, filing_status: 'single' } }),
    () => service.client.taxProfiles.update({ params: { year: 2026 }, body: { filing_status: 'head_of_household' } }),
  ],
];

it.each(kinds)('%s comes back as it was stored', async (_, prepare, act) => {
  await prepare();
  const before = everything();
  await act();
  expect(everything()).not.toEqual(before);
  await restore((await newest())?.id);
  expect(everything()).toEqual(before);
});

it('an import that was undone comes back whole', async () => {
  const file = { bytes: Buffer.from(statement), name: 'fills.csv' };
  const { run_id } = await service.client.imports.brokerCsv({ body: { account_id: 'U1', file } });
  const before = everything();
  await service.client.imports.undo({ params: { run_id: run_id ?? '' } });
  await restore((await newest())?.id);
  expect(everything()).toEqual(before);
});

describe('the person', () => {
  it('empties it immediately: the texts leave every table, and the audit keeps its cut form', async () => {
    const word = 'marmalade';
    await service.client.trades.create({ body: fill });
    await service.client.trades.patch({ params: own, body: { notes: `${word} on toast` } });
    await service.client.trades.patch({ params: own, body: { price: 3 } });
    await service.client.trades.remove({ params: own });
    const { id } = (await newest()) ?? {};
    await expect(service.client.bin.empty({ params: { id: id ?? 0 } })).rejects.toMatchObject({ status: 403 });
    await service.person.bin.empty({ params: { id: id ?? 0 } });
    const { connection } = service.service.app.store;
    const tables = connection.prepare(`select name from sqlite_master where type = 'table'`).pluck().all() as string[];
    const holding = tables.filter((name) =>
      JSON.stringify(connection.prepare(`select * from "${name}"`).all()).includes(word),
    );
    expect(holding).toEqual(['audit_log']);
    await expect(restore(id)).rejects.toMatchObject({ status: 404 });
  });

  it('says for how long it is retained, and no one else does', async () => {
    await expect(service.client.settings.update({ body: { 'bin.days': 365 } })).rejects.toMatchObject({ status: 403 });
    await expect(service.person.settings.update({ body: { 'bin.days': 366 } })).rejects.toMatchObject({ status: 422 });
    await service.person.settings.update({ body: { 'bin.days': 2 } });
    await service.client.trades.create({ body: fill });
    await service.client.trades.remove({ params: own });
    const { id } = (await newest()) ?? {};
    service.advance(2 * 86_400_000 + 1000);
    expect(await entries()).toEqual([]);
    await expect(restore(id)).rejects.toMatchObject({ status: 404 });
  });

  it('sees what everybody did, a key what it did itself, and takes back within its role', async () => {
    const other = service.as(await service.keyFor('read-write'));
    await service.client.trades.create({ body: fill });
    await other.trades.patch({ params: own, body: { notes: 'other' } });
    await service.person.trades.patch({ params: own, body: { price: 5 } });
    expect((await service.person.bin.list()).total).toBe(2);
    expect((await other.bin.list()).items.map(({ operation }) => operation)).toEqual(['trades.patch']);
    const [persons, others] = await entries();
    await expect(other.bin.restore({ params: { id: persons?.id ?? 0 } })).rejects.toMatchObject({ status: 404 });
    await restore(persons?.id);
    expect(await other.bin.restore({ params: { id: others?.id ?? 0 } })).toMatchObject({ rows: 1 });
    const reader = service.as(await service.keyFor('read-only'));
    expect((await reader.bin.list()).items).toEqual([]);
    await expect(reader.bin.restore({ params: { id: 1 } })).rejects.toMatchObject({ status: 403 });
  });
});

it('the audit says of every row how it is undone, or why it cannot be', async () => {
  await service.client.trades.create({ body: fill });
  await service.person.guard.lock();
  await service.person.guard.unlock();
  const { items } = await service.person.audit.list();
  const undo = (action: string) => items.find((row) => row.action === action)?.undo;
  expect(undo('trade.create')?.bin_id).toBeTypeOf('number');
  expect(undo('guard.lock')).toMatchObject({
    bin_id: null,
    why_not: expect.stringContaining('set it again') as string,
  });
});

it('secrets of other services are not stored after they were removed', async () => {
  const params = { name: 'alpha_vantage' } as const;
  await service.person.market.configureProvider({ params, body: { api_key: 'a-secret-key' } });
  await service.person.market.disconnectProvider({ params });
  const { connection } = service.service.app.store;
  expect(connection.prepare('select distinct tbl from bin_rows').pluck().all()).not.toContain('market_providers');
});
