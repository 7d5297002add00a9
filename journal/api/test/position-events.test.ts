// What changes a position without a trade, the way a person goes: statements and trades in, questions answered, and the
// figures of tax and positions at the end.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  for (const account of ['OLD', 'NEW', 'THIRD']) await withAccount(service.client, account);
  await service.client.accounts.create({
    body: { account_id: 'IRA', name: 'Retirement', account_type: 'ira', is_tax_advantaged: true },
  });
});
afterAll(() => service.close());

let ids = 0;
function trade(
  action: 'BOT' | 'SLD',
  instrument: string,
  quantity: number,
  price: number,
  time: string,
  account = 'OLD',
) {
  ids += 1;
  const body = { exec_id: `X${ids}`, action, instrument, quantity, price, time, account_id: account };
  return service.client.trades.create({ body });
}

async function lots(ticker: string) {
  const answer = await service.client.tax.lots({ query: { ticker, with_prices: false, status: 'all' } });
  return answer.lots;
}

async function positions(ticker: string) {
  const { items } = await service.client.roundTrips.list({ query: { ticker } });
  return items.map(({ account_id, status, direction, open_quantity, realized_pnl }) => ({
    account_id,
    status,
    direction,
    open_quantity,
    realized_pnl,
  }));
}

const { create, patch, list, remove } = {
  create: (body: Parameters<typeof service.client.positionEvents.create>[0]['body']) =>
    service.client.positionEvents.create({ body }),
  patch: (event_id: number, body: Parameters<typeof service.client.positionEvents.patch>[0]['body']) =>
    service.client.positionEvents.patch({ params: { event_id }, body }),
  list: (instrument: string) => service.client.positionEvents.list({ query: { instrument } }),
  remove: (event_id: number) => service.client.positionEvents.remove({ params: { event_id } }),
};

describe('shares moved from one broker to another and sold there', () => {
  beforeAll(async () => {
    await trade('BOT', 'MOVE', 100, 10, '2024-05-06T15:00:00Z');
    await trade('SLD', 'MOVE', 100, 25, '2026-04-01T15:00:00Z', 'NEW');
  });

  it('left, are asked about; the half that came pairs automatically, and date and basis are there', async () => {
    const out = await create({
      kind: 'transfer',
      instrument: 'MOVE',
      time: '2026-03-02',
      quantity: 100,
      from_account_id: 'OLD',
    });
    expect(out.needs).toMatchObject([{ field: 'to_account_id' }]);
    const came = await create({
      kind: 'transfer',
      instrument: 'MOVE',
      time: '2026-03-05',
      quantity: 100,
      to_account_id: 'NEW',
    });
    expect(came).toMatchObject({
      linked_event_id: out.id,
      needs: [],
      effects: [{ account_id: 'NEW', change: 'moved', quantity_after: 100, basis_after: 1000 }],
    });
    expect(await lots('MOVE')).toMatchObject([
      {
        account_id: 'NEW',
        side: 'long',
        opened_on: '2024-05-06',
        date_acquired: '2024-05-06',
        proceeds: 2500,
        cost_basis: 1000,
        is_long_term: true,
        realized_gain_loss: 1500,
      },
    ]);
    expect(await positions('MOVE')).toEqual([
      { account_id: 'NEW', status: 'closed', direction: 'BOT', open_quantity: 0, realized_pnl: 1500 },
    ]);
  });

  it('with two halves that fit, the person says which', async () => {
    const { items } = await list('MOVE');
    const other = await create({
      kind: 'transfer',
      instrument: 'MOVE',
      time: '2026-03-06',
      quantity: 100,
      to_account_id: 'THIRD',
    });
    expect(other.needs).toMatchObject([
      { field: 'linked_event_id', question: expect.stringContaining('more than one') },
      { field: 'lots' },
    ]);
    const out = items.find(({ from_account_id }) => from_account_id === 'OLD')?.id ?? 0;
    const came = items.find(({ to_account_id }) => to_account_id === 'NEW')?.id ?? 0;
    expect(await patch(came, { linked_event_id: out })).toMatchObject({ linked_event_id: out, needs: [] });
    const answered = await patch(other.id, { lots: [{ acquired: '2020-01-06', quantity: 100, cost: 900 }] });
    expect(answered).toMatchObject({
      needs: [],
      effects: [{ change: 'opened', basis_after: 900, account_id: 'THIRD' }],
    });
    await expect(patch(other.id, { linked_event_id: out })).rejects.toMatchObject({ status: 409 });
    await remove(other.id);
    expect((await list('MOVE')).total).toBe(2);
  });

  it('out of a retirement account they take the value of the day, which is asked for', async () => {
    await trade('BOT', 'DIST', 10, 100, '2020-05-06T15:00:00Z', 'IRA');
    const moved = await create({
      kind: 'transfer',
      instrument: 'DIST',
      time: '2026-03-02',
      quantity: 10,
      from_account_id: 'IRA',
      to_account_id: 'NEW',
    });
    expect(moved.needs).toMatchObject([{ field: 'lots', question: expect.stringContaining('worth') }]);
    await patch(moved.id, { lots: [{ acquired: '2026-03-02', quantity: 10, cost: 1700 }] });
    expect(await lots('DIST')).toMatchObject([{ account_id: 'NEW', cost_basis: 1700, date_acquired: '2026-03-02' }]);
  });

  it('takes the lots that the person names instead of the oldest', async () => {
    const old = await trade('BOT', 'PICK', 10, 10, '2024-05-06T15:00:00Z');
    const young = await trade('BOT', 'PICK', 10, 30, '2026-01-06T15:00:00Z');
    const moved = await create({
      kind: 'transfer',
      instrument: 'PICK',
      time: '2026-02-02',
      quantity: 10,
      from_account_id: 'OLD',
      to_account_id: 'NEW',
      lot_ids: [`lot-${young.exec_id}`],
    });
    expect(moved).toMatchObject({ needs: [], effects: [{ lot_id: `lot-${young.exec_id}`, change: 'moved' }] });
    await trade('SLD', 'PICK', 10, 25, '2026-03-02T15:00:00Z', 'NEW');
    const shown = (await lots('PICK')).map(({ lot_id, account_id, status, realized_gain_loss }) => [
      lot_id,
      account_id,
      status,
      realized_gain_loss,
    ]);
    expect(shown).toHaveLength(2);
    expect(shown).toContainEqual([`lot-${old.exec_id}`, 'OLD', 'open', null]);
    expect(shown).toContainEqual([`lot-${young.exec_id}`, 'NEW', 'closed', -50]);
  });

  it('says what is wrong with a transfer', async () => {
    const bare = { kind: 'transfer', instrument: 'MOVE', time: '2026-03-02', quantity: 1 } as const;
    await expect(create(bare)).rejects.toMatchObject({ status: 422 });
    await expect(create({ ...bare, to_account_id: 'unknown' })).rejects.toMatchObject({ status: 404 });
    await expect(create({ ...bare, to_account_id: 'NEW', from_account_id: 'NEW' })).rejects.toMatchObject({
      status: 422,
    });
    const { items } = await list('MOVE');
    await expect(patch(items[0]?.id ?? 0, { allocation: 0.5 })).rejects.toMatchObject({ status: 422 });
    await expect(patch(999_999, { quantity: 1 })).rejects.toMatchObject({ status: 404 });
  });
});

describe('what a company does', () => {
  it('a cash merger sells in every account', async () => {
    await trade('BOT', 'GONE', 10, 50, '2026-01-06T15:00:00Z');
    await trade('BOT', 'GONE', 20, 70, '2026-01-07T15:00:00Z', 'NEW');
    const merger = await create({ kind: 'cash_merger', instrument: 'GONE', time: '2026-02-02', cash_per_share: 60 });
    expect(merger.effects.map(({ gain }) => gain)).toEqual([100, -200]);
    expect((await positions('GONE')).map(({ status, realized_pnl }) => [status, realized_pnl])).toEqual([
      ['closed', -200],
      ['closed', 100],
    ]);
  });

  it('a spin-off asks for the allocation and then moves its part of the basis with the date', async () => {
    await trade('BOT', 'PRNT', 100, 10, '2024-01-08T15:00:00Z');
    const spin = await create({
      kind: 'spin_off',
      instrument: 'PRNT',
      new_instrument: 'CHLD',
      time: '2026-02-02',
      new_shares: 1,
      old_shares: 4,
      account_id: 'OLD',
    });
    expect(spin.needs).toMatchObject([{ field: 'allocation' }]);
    await patch(spin.id, { allocation: 0.25 });
    expect(await lots('PRNT')).toMatchObject([{ cost_basis: 750, quantity: 100 }]);
    expect(await lots('CHLD')).toMatchObject([{ cost_basis: 250, quantity: 25, date_acquired: '2024-01-08' }]);
  });

  it('a mixed merger asks for the price and recognises the gain up to the cash', async () => {
    await trade('BOT', 'TGT', 100, 10, '2025-06-02T15:00:00Z');
    const merger = await create({
      kind: 'stock_merger',
      instrument: 'TGT',
      new_instrument: 'ACQ',
      time: '2026-02-02',
      new_shares: 1,
      old_shares: 2,
      cash_per_share: 3,
    });
    expect(merger.needs).toMatchObject([{ field: 'price' }]);
    const answered = await patch(merger.id, { price: 24 });
    expect(answered).toMatchObject({ needs: [], effects: [{ instrument: 'ACQ', basis_after: 1000, gain: 300 }] });
    expect(await lots('ACQ')).toMatchObject([{ quantity: 50, cost_basis: 1000, date_acquired: '2025-06-02' }]);
    expect(await lots('TGT')).toMatchObject([{ status: 'closed', realized_gain_loss: 300 }]);
  });

  it('a mixed merger is computed lot by lot: a gain up to the cash of each, and no loss of one against another', async () => {
    await trade('BOT', 'OLDCO', 100, 10, '2024-03-04T15:00:00Z');
    await trade('BOT', 'OLDCO', 100, 26, '2025-03-04T15:00:00Z');
    await trade('BOT', 'OLDCO', 100, 40, '2025-09-04T15:00:00Z');
    const merger = await create({
      kind: 'stock_merger',
      instrument: 'OLDCO',
      new_instrument: 'NEWCO',
      time: '2026-02-02',
      new_shares: 1,
      old_shares: 1,
      cash_per_share: 5,
      price: 25,
    });
    // Worth 30 a share: gains of 2,000 and 400 and a loss of 1,000, with 500 in cash for each lot.
    expect(merger.effects.map(({ basis_after, gain }) => [basis_after, gain])).toEqual([
      [1000, 500],
      [2500, 400],
      [3500, null],
    ]);
    expect(await lots('NEWCO')).toMatchObject([
      { cost_basis: 1000, date_acquired: '2024-03-04' },
      { cost_basis: 2500, date_acquired: '2025-03-04' },
      { cost_basis: 3500, date_acquired: '2025-09-04' },
    ]);
  });

  it('capital returned beyond the basis is a gain, of the lots that have no more of it', async () => {
    await trade('BOT', 'PAYS', 100, 3, '2024-05-06T15:00:00Z');
    await trade('BOT', 'PAYS', 100, 8, '2026-01-06T15:00:00Z');
    const back = await create({
      kind: 'return_of_capital',
      instrument: 'PAYS',
      time: '2026-02-02',
      amount_per_share: 5,
    });
    expect(back.effects.map(({ basis_after, gain }) => [basis_after, gain])).toEqual([
      [0, 200],
      [300, null],
    ]);
    const query = { year: 2026, format: 'json' } as const;
    const { bytes } = await service.client.tax.form({ params: { form: '8949' }, query });
    const { rows } = JSON.parse(Buffer.from(bytes).toString('utf8')) as { rows: { description: string }[] };
    // Held for more than a year, without a sale, and in no lot that is still open.
    expect(rows.filter(({ description }) => description.includes('PAYS'))).toMatchObject([
      { part: 'II', proceeds: 200, cost_basis: 0, gain_loss: 200 },
    ]);
    expect((await lots('PAYS')).filter(({ status }) => status === 'open')).toMatchObject([
      { cost_basis: 0, quantity: 100 },
      { cost_basis: 300, quantity: 100 },
    ]);
  });

  it('return of capital lowers the basis, cash in lieu sells the fraction, a reward has the basis it was worth', async () => {
    await trade('BOT', 'ROC', 100, 10, '2026-01-06T15:00:00Z');
    const back = await create({
      kind: 'return_of_capital',
      instrument: 'ROC',
      time: '2026-02-02',
      amount_per_share: 2,
    });
    expect(back.effects).toMatchObject([{ change: 'basis', basis_before: 1000, basis_after: 800, gain: null }]);
    const lieu = await create({
      kind: 'cash_in_lieu',
      instrument: 'ROC',
      time: '2026-02-03',
      quantity: 0.5,
      amount: 6,
    });
    expect(lieu.effects).toMatchObject([{ change: 'sold', gain: 2 }]);
    const reward = await create({
      kind: 'reward',
      instrument: 'ETH-USD',
      time: '2026-02-04',
      account_id: 'OLD',
      quantity: 0.5,
      value: 1500,
    });
    expect(reward.effects).toMatchObject([{ change: 'opened', basis_after: 1500 }]);
    expect(await lots('ETH-USD')).toMatchObject([{ cost_basis: 1500, quantity: 0.5, date_acquired: '2026-02-04' }]);
  });
});

describe('lots say what they are', () => {
  it('a short lot has its side, what it brought and the day it was opened, and no day of purchase', async () => {
    await trade('SLD', 'SPXW 261218 P 5000', 1, 12, '2026-03-03T15:00:00Z');
    expect(await lots('SPXW 261218 P 5000')).toMatchObject([
      { side: 'short', quantity: 1, proceeds: 1200, opened_on: '2026-03-03', date_acquired: null, holding_start: null },
    ]);
  });

  it('a replacement has its true day and the day its holding counts from', async () => {
    await trade('BOT', 'WASH', 10, 100, '2025-01-06T15:00:00Z');
    await trade('SLD', 'WASH', 10, 80, '2026-02-02T15:00:00Z');
    await trade('BOT', 'WASH', 10, 85, '2026-02-09T15:00:00Z');
    expect((await lots('WASH')).find(({ status }) => status === 'open')).toMatchObject({
      date_acquired: '2026-02-09',
      // 392 days of the shares it replaced are added.
      holding_start: '2025-01-13',
      wash_sale_adjustment: 200,
    });
  });

  it('SPX and SPXW are two contracts', async () => {
    await trade('SLD', 'SPX 261218 P 4000', 1, 12, '2026-03-03T15:00:00Z');
    await trade('BOT', 'SPXW 261218 P 4000', 1, 12, '2026-03-04T15:00:00Z');
    expect(await positions('SPX 261218 P 4000')).toMatchObject([{ status: 'open', direction: 'SLD' }]);
    const { root, asset_class } = await trade('BOT', 'SPXW 261218 P 4100', 1, 12, '2026-03-05T15:00:00Z');
    expect({ root, asset_class }).toEqual({ root: 'SPXW', asset_class: 'OPTION' });
  });

  it('a future trades below zero and nothing else does', async () => {
    const oil = await trade('BOT', '/CLK20', 1, -37.63, '2020-04-20T18:30:00Z');
    expect(oil).toMatchObject({ price: -37.63, asset_class: 'FUTURE', root: 'CL', multiplier: 1000 });
    await trade('SLD', '/CLK20', 1, 10, '2020-04-21T18:30:00Z');
    expect(await positions('/CLK20')).toMatchObject([{ realized_pnl: 47_630 }]);
    await expect(trade('BOT', 'AAPL', 1, -1, '2020-04-20T18:30:00Z')).rejects.toMatchObject({ status: 422 });
  });

  it('a day without a time stays that day', async () => {
    expect(await trade('BOT', 'DAY', 1, 10, '2026-03-03')).toMatchObject({ time_known: false });
    expect(await lots('DAY')).toMatchObject([{ date_acquired: '2026-03-03' }]);
  });
});
