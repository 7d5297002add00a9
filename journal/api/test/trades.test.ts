import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listExecutions } from '@zorivest/records';
import { fill, openTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  await withAccount(service.client);
});
afterAll(() => service.close());

describe('recording executions', () => {
  it('keeps what was sent, fills in the rest, and says it was created', async () => {
    const notes = "  Robert'); DROP TABLE trades;--  \n ünïcode 📈 ";
    const created = await service.client.trades.create({ body: { ...fill, notes } });
    expect(created).toMatchObject({
      ...fill,
      notes,
      status: 'created',
      commission: 0,
      realized_pnl: 0,
      asset_class: 'EQUITY',
      multiplier: 1,
      currency: 'USD',
      possible_duplicate_of: null,
    });
    expect(await service.client.trades.get({ params: { exec_id: 'E1' } })).toMatchObject({ ...fill, notes });
  });

  it('refuses the same exec_id, stores an equal fill under another id and names the first', async () => {
    await expect(service.client.trades.create({ body: { ...fill, price: 1 } })).rejects.toMatchObject({
      status: 409,
      code: 'conflict',
      message: expect.stringContaining('E1') as string,
    });
    const twin = await service.client.trades.create({ body: { ...fill, exec_id: 'E2', quantity: 100.0 } });
    expect(twin.possible_duplicate_of).toBe('E1');
    const other = await service.client.trades.create({ body: { ...fill, exec_id: 'E3', price: 150.26 } });
    expect(other.possible_duplicate_of).toBeNull();
  });

  it('makes an id where none is given, and stores the same twice', async () => {
    const { exec_id: _, ...unnamed } = { ...fill, price: 151 };
    const first = await service.client.trades.create({ body: unnamed });
    const second = await service.client.trades.create({ body: unnamed });
    expect(first.exec_id).not.toBe(second.exec_id);
    expect([first.possible_duplicate_of, second.possible_duplicate_of]).toEqual([null, first.exec_id]);
  });

  it('records a fill once for one client_key, also when its time is not given', async () => {
    const { exec_id: _, time: __, ...unnamed } = { ...fill, price: 152, client_key: 'retry-1' };
    const first = await service.client.trades.create({ body: unnamed });
    await sleep(5);
    const again = await service.client.trades.create({ body: unnamed });
    expect(again).toEqual(first);
    await expect(service.client.trades.create({ body: { ...unnamed, quantity: 1 } })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('retry-1') as string,
    });
    const named = { ...fill, exec_id: 'K1', price: 153, client_key: 'retry-2' };
    const made = await service.client.trades.create({ body: named });
    expect(await service.client.trades.create({ body: named })).toEqual(made);
  });

  it('knows an option by its symbol, in any spelling', async () => {
    const option = await service.client.trades.create({
      body: { ...fill, exec_id: 'O1', instrument: 'AAPL  260320C00200000', price: 2.5 },
    });
    expect(option).toMatchObject({ asset_class: 'OPTION', multiplier: 100, instrument: 'AAPL  260320C00200000' });
  });

  it('takes now for a missing time, and UTC for a missing offset', async () => {
    const { time: _, ...timeless } = fill;
    const before = Math.floor(Date.now() / 1000) * 1000;
    const now = await service.client.trades.create({ body: { ...timeless, exec_id: 'T1' } });
    expect(Date.parse(now.time)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(now.time)).toBeLessThanOrEqual(Date.now());
    const local = await service.client.trades.create({
      body: { ...fill, exec_id: 'T2', time: '2026-03-08T09:30:00-04:00' },
    });
    expect(local.time).toBe('2026-03-08T13:30:00Z');
    const naive = await service.client.trades.create({ body: { ...fill, exec_id: 'T3', time: '2026-03-08T09:30:00' } });
    expect(naive.time).toBe('2026-03-08T09:30:00Z');
  });

  it('keeps eight decimals exactly', async () => {
    const trade = { ...fill, exec_id: 'X1', quantity: 0.00000001, price: 68_123.45678901 };
    await service.client.trades.create({ body: trade });
    expect(await service.client.trades.get({ params: { exec_id: 'X1' } })).toMatchObject(trade);
  });

  it('keeps eighteen decimals as text in addition to a number that cannot hold them, in every answer and file', async () => {
    const { client } = service;
    const [exact, half] = ['0.123456789012345678', '0.061728394506172839'];
    const coin = { instrument: 'ETH', asset_class: 'CRYPTO', account_id: fill.account_id } as const;
    const buy = {
      ...coin,
      exec_id: 'COIN-B',
      action: 'BOT',
      time: '2026-02-02T15:00:00Z',
      price: 0.00071234567,
    } as const;
    const created = await client.trades.create({ body: { ...buy, quantity: Number(exact), quantity_exact: exact } });
    expect(created).toMatchObject({ quantity: Number(exact), quantity_exact: exact, price: 0.00071234567 });
    await client.trades.create({
      body: {
        ...buy,
        exec_id: 'COIN-S',
        action: 'SLD',
        time: '2026-02-03T15:00:00Z',
        quantity: Number(half),
        quantity_exact: half,
      },
    });
    // Who sends the shown number back has not changed the digits behind it.
    await client.trades.patch({ params: { exec_id: 'COIN-B' }, body: { quantity: Number(exact), notes: 'same' } });
    expect(await client.trades.get({ params: { exec_id: 'COIN-B' } })).toMatchObject({ quantity_exact: exact });
    const { items } = await client.roundTrips.list({ query: { instrument: 'ETH' } });
    expect(items).toMatchObject([{ quantity_exact: exact, open_quantity_exact: half, entry_avg_price: 0.00071234567 }]);
    const held = await client.roundTrips.open({ query: { instrument: 'ETH' } });
    expect(held.items).toMatchObject([{ quantity_exact: half, avg_price: 0.00071234567 }]);
    const lots = await client.tax.lots({ query: { ticker: 'ETH' } });
    expect(lots.lots.map(({ status, quantity_exact }) => `${status} ${quantity_exact}`).toSorted()).toEqual([
      `closed ${half}`,
      `open ${half}`,
    ]);
    const asText = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes);
    expect(asText(await client.exports.trades({ query: { instrument: 'ETH' } }))).toContain(`,${exact},`);
    expect(asText(await client.exports.roundTrips({ query: { instrument: 'ETH' } }))).toContain(`,${exact},${half},`);
    expect(asText(await client.exports.lots({ query: { instrument: 'ETH' } }))).toContain(`,${half},`);
    await expect(
      client.trades.create({ body: { ...buy, exec_id: 'COIN-X', quantity: 2, quantity_exact: exact } }),
    ).rejects.toMatchObject({ status: 422, message: expect.stringContaining('the digits of quantity') as string });
    // A number alone keeps what it holds, also beyond twelve decimals; what sums left in its last place is not taken for more.
    const small = await client.trades.create({
      body: { ...buy, exec_id: 'COIN-T', instrument: 'DUST', quantity: 1.5e-17 },
    });
    expect(small.quantity).toBe(1.5e-17);
    const sum = await client.trades.create({
      body: { ...buy, exec_id: 'COIN-U', instrument: 'SUMS', quantity: 0.1 + 0.2 },
    });
    expect(sum.quantity).toBe(0.3);
    for (const exec_id of ['COIN-B', 'COIN-S', 'COIN-T', 'COIN-U']) await client.trades.remove({ params: { exec_id } });
  });

  it('refuses what comes to more than can be counted to the cent, and says so', async () => {
    const huge = { ...fill, exec_id: 'HUGE', quantity: 1e13, price: 1e7 };
    await expect(service.client.trades.create({ body: huge })).rejects.toMatchObject({
      status: 422,
      message: expect.stringMatching(
        /more than 90,000,000,000,000, which cannot be counted to the cent.*look whether/,
      ) as string,
    });
    await expect(
      service.client.trades.patch({ params: { exec_id: 'E1' }, body: { quantity: 1e13, price: 1e7 } }),
    ).rejects.toMatchObject({ status: 422 });
  });

  it('does not know an account that is not there', async () => {
    await expect(
      service.client.trades.create({ body: { ...fill, exec_id: 'A1', account_id: 'U9' } }),
    ).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('U9') as string,
    });
  });

  it('changes some fields and leaves the others, by PATCH and by PUT', async () => {
    const params = { exec_id: 'E3' };
    const patched = await service.client.trades.patch({ params, body: { price: 151, notes: 'late' } });
    expect(patched).toMatchObject({ price: 151, notes: 'late', quantity: 100 });
    const put = await service.client.trades.update({ params, body: { realized_pnl: -12.34, notes: null } });
    expect(put).toMatchObject({ price: 151, notes: null, realized_pnl: -12.34 });
    await expect(service.client.trades.patch({ params, body: {} })).rejects.toMatchObject({ status: 422 });
    await expect(
      service.client.trades.patch({ params: { exec_id: 'nope' }, body: { price: 1 } }),
    ).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe('listing them', () => {
  let listed: TestService;
  beforeAll(async () => {
    listed = await openTestService();
    await withAccount(listed.client);
    await withAccount(listed.client, 'U2');
    for (let n = 0; n < 25; n += 1) {
      await listed.client.trades.create({
        body: {
          ...fill,
          exec_id: `L${String(n).padStart(2, '0')}`,
          time: new Date(Date.UTC(2026, 0, 1 + n)).toISOString(),
          instrument: n % 2 === 0 ? 'AAPL' : 'MSFT',
          price: 9 + n,
          account_id: n < 20 ? 'U1' : 'U2',
          notes: n === 7 ? '100% sure_thing' : null,
        },
      });
    }
  });
  afterAll(() => listed.close());

  const ids = async (query: Parameters<TestService['client']['trades']['list']>[0]) => {
    const { items, total } = await listed.client.trades.list(query);
    return { ids: items.map(({ exec_id }) => exec_id), total };
  };

  it('newest first, a page at a time, with the true total', async () => {
    expect(await ids({ query: { limit: 2 } })).toEqual({ ids: ['L24', 'L23'], total: 25 });
    expect(await ids({ query: { limit: 2, offset: 24 } })).toEqual({ ids: ['L00'], total: 25 });
    expect(await ids({ query: { limit: 2, offset: 99 } })).toEqual({ ids: [], total: 25 });
  });

  it('by account, instrument, side and time', async () => {
    expect((await ids({ query: { account_id: 'U2' } })).total).toBe(5);
    expect((await ids({ query: { account_id: 'none' } })).total).toBe(0);
    expect((await ids({ query: { instrument: 'MSFT', account_id: 'U1' } })).total).toBe(10);
    expect((await ids({ query: { action: 'SLD' } })).total).toBe(0);
    expect((await ids({ query: { asset_class: 'equity' } })).total).toBe(25);
    const january = { from: '2026-01-03', to: '2026-01-05', sort: 'time' } as const;
    expect(await ids({ query: january })).toEqual({ ids: ['L02', 'L03'], total: 2 });
  });

  it('by any field, prices as numbers', async () => {
    expect((await ids({ query: { sort: 'price', limit: 3 } })).ids).toEqual(['L00', 'L01', 'L02']);
    expect((await ids({ query: { sort: '-price', limit: 1 } })).ids).toEqual(['L24']);
    expect((await ids({ query: { sort: 'exec_id', limit: 1 } })).ids).toEqual(['L00']);
    await expect(listed.client.trades.list({ query: { sort: 'notes' as 'price' } })).rejects.toMatchObject({
      status: 422,
    });
  });

  it('by a text anywhere, in which % and _ are themselves', async () => {
    expect(await ids({ query: { search: '100% SURE_' } })).toEqual({ ids: ['L07'], total: 1 });
    expect((await ids({ query: { search: 'surely' } })).total).toBe(0);
    expect((await ids({ query: { search: 'l1' } })).total).toBe(10);
    expect((await ids({ query: { search: '2026-01-25' } })).ids).toEqual(['L24']);
  });

  it('and the total follows every change', async () => {
    await listed.client.trades.remove({ params: { exec_id: 'L24' } });
    await listed.client.trades.patch({ params: { exec_id: 'L23' }, body: { account_id: 'U1' } });
    expect((await ids({})).total).toBe(24);
    expect((await ids({ query: { account_id: 'U2' } })).total).toBe(3);
    expect((await ids({ query: { account_id: 'U1' } })).total).toBe(21);
  });

  it('in order of time for all that is computed from them, however late one was written', async () => {
    const time = '2026-01-02T00:00:00Z';
    for (const exec_id of ['K2', 'K1'])
      await listed.client.trades.create({ body: { ...fill, exec_id, time, price: 900 } });
    const executions = await listExecutions(listed.service.app.store.db);
    expect(executions.slice(0, 4).map(({ exec_id }) => exec_id)).toEqual(['L00', 'K1', 'K2', 'L01']);
    expect(executions).toEqual(executions.toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0)));
  });
});
