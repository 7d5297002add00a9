// Syncing with brokers and resolving codes, against a real server that plays the outside.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, withAccount, type TestService } from './test-service.ts';
import { brokerStories } from './broker-stories.ts';
import { outsideHttp, type Answer, type OutsideHttp } from './outside.ts';

const fills = (from: number, size: number) =>
  Array.from({ length: size }, (_, i) => ({
    activity_type: 'FILL',
    id: `2024010210${String(from + i).padStart(7, '0')}::x`,
    symbol: 'AAPL',
    side: 'buy',
    qty: '1',
    price: '185.5',
    transaction_time: '2024-01-02T15:00:00Z',
    order_id: 'o1',
    type: 'fill',
  }));

const flex = '/AccountManagement/FlexWebService';
const figi = {
  figi: 'BBG000BLNNH6',
  ticker: 'IBM',
  exchCode: 'US',
  compositeFIGI: 'BBG000BLNNH6',
  securityType: 'Common Stock',
};
const answers: Record<string, Answer> = {
  'GET paper-api.alpaca.markets /v2/account/activities': { body: fills(0, 3) },
  'GET paper-api.alpaca.markets /v2/positions': { body: [{ symbol: 'AAPL', qty: '3', cost_basis: '556.5' }] },
  'GET paper-api.alpaca.markets /v2/account': { body: { cash: '100.25', currency: 'USD' } },
  [`GET ndcdyn.interactivebrokers.com ${flex}/SendRequest`]: {
    type: 'text/xml',
    body: '<FlexStatementResponse><Status>Success</Status><ReferenceCode>1</ReferenceCode></FlexStatementResponse>',
  },
  [`GET ndcdyn.interactivebrokers.com ${flex}/GetStatement`]: {
    type: 'text/xml',
    body: '<FlexQueryResponse><FlexStatements><FlexStatement accountId="U777"><Trades><Trade accountId="U777" currency="USD" assetCategory="STK" symbol="IBM" tradeID="501" dateTime="20240102;100000" quantity="5" tradePrice="160" ibCommission="-1" buySell="BUY"/></Trades></FlexStatement></FlexStatements></FlexQueryResponse>',
  },
  'POST api.openfigi.com /v3/mapping': {
    body: [{ data: [{ ...figi, exchCode: 'GR', figi: 'X' }, figi] }, { warning: 'No identifier found.' }],
  },
};

let outside: OutsideHttp;
let service: TestService;
beforeAll(async () => {
  outside = await outsideHttp(answers);
  service = await openTestService({ fetch: outside.fetch });
  await withAccount(service.client, 'U1');
});
afterAll(async () => {
  await service.close();
  await outside.close();
});

const sync = (broker_id: string) => service.client.brokers.sync({ params: { broker_id } });
const alpaca = { account_id: 'U1', credentials: { key_id: 'AK-SECRET', secret_key: 'SK-SECRET' } };

describe('a broker', () => {
  it('must be set up first, by the person, with all it needs', async () => {
    await expect(sync('alpaca_paper')).rejects.toMatchObject({ status: 409 });
    await expect(sync('unknown')).rejects.toMatchObject({ status: 404 });
    const params = { broker_id: 'alpaca_paper' };
    await expect(service.client.brokers.configure({ params, body: alpaca })).rejects.toMatchObject({ status: 403 });
    await expect(
      service.person.brokers.configure({ params, body: { ...alpaca, credentials: { key_id: 'x' } } }),
    ).rejects.toMatchObject({ status: 422 });
    expect(await service.client.brokers.list({ query: {} })).toEqual([]);
    expect(
      (await service.client.brokers.list({ query: { include_available: true } })).map(({ broker_id }) => broker_id),
    ).toContain('ibkr_pro');
    const made = await service.person.brokers.configure({ params, body: alpaca });
    expect(made).toMatchObject({ status: 'ready', last_sync: null, account_id: 'U1' });
    expect(JSON.stringify(await service.client.brokers.list({ query: {} }))).not.toContain('SECRET');
  });

  it('is synced, and a second sync adds nothing', async () => {
    // Asked for: what will come is unknown, and afterwards the card says what came.
    const { id } = await service.client.approvals.request({
      body: { operation: 'brokers.sync', params: { broker_id: 'alpaca_paper' } },
    });
    const done = await service.person.approvals.decide({ params: { id }, body: { decision: 'approve' } });
    expect(done).toMatchObject({
      status: 'approved',
      result: { status: 'success', imported: 3, duplicates_skipped: 0 },
    });
    expect(done.sums).toContainEqual({ what: 'adds executions', count: 3 });
    expect(done.changes.map(({ what }) => what)).toContain(
      'account Main: adds the execution AAPL, 2 Jan 2024, bought 1 at 185.50',
    );
    expect(JSON.stringify(done)).not.toContain('SECRET');
    expect(await service.person.approvals.wait({ params: { id } })).toEqual(done);
    expect(await sync('alpaca_paper')).toMatchObject({ imported: 0, duplicates_skipped: 3 });
    expect(outside.requests.at(-1)?.headers).toMatchObject({ 'apca-api-key-id': 'AK-SECRET' });
    const [broker] = await service.client.brokers.list({ query: {} });
    expect(broker?.last_sync).not.toBeNull();
    expect(await service.client.brokers.positions({ params: { broker_id: 'alpaca_paper' } })).toMatchObject([
      { instrument: 'AAPL', quantity: 3, avg_price: 185.5 },
    ]);
    const { items } = await service.client.imports.list({ query: { kind: 'sync' } });
    expect(items.map(({ source }) => source)).toEqual(['alpaca_paper', 'alpaca_paper']);
    expect(broker).toMatchObject({
      seen_live: false,
      supports: ['fills', 'cash', 'positions', 'balances'],
      schedule: 'off',
      next_sync: null,
      progress: null,
      last_run: { run_id: items[0]?.run_id, status: 'success', imported: 0, duplicates: 3 },
    });
    // What is stated: three shares, their cost, and cash that was not stated before.
    const equal = { account_id: 'U1', status: 'equal', checked: 3, open: 0 };
    expect(broker?.last_run?.reconciliation).toEqual([{ ...equal, date: expect.any(String) as string }]);
    const run = { params: { run_id: items[0]?.run_id ?? '' }, query: {} };
    expect(await service.client.imports.stated(run)).toMatchObject({
      positions: [{ instrument: 'AAPL', quantity: 3, cost: 556.5 }],
      cash: [{ currency: 'USD', amount: 100.25 }],
    });
  });

  it('is reconciled with the book when it has been asked, and each difference has its cause', async () => {
    const path = 'GET paper-api.alpaca.markets /v2/positions';
    const before = answers[path];
    answers[path] = { body: [{ symbol: 'AAPL', qty: '5' }] };
    const more = await sync('alpaca_paper');
    expect(more.reconciliation).toMatchObject([
      {
        account_id: 'U1',
        status: 'open',
        open: 1,
        differences: [
          {
            kind: 'position',
            subject: 'AAPL',
            stated: 5,
            book: 3,
            open: true,
            cause: expect.stringContaining('2 more'),
          },
        ],
      },
    ]);
    // That it names nothing says that it holds nothing.
    answers[path] = { body: [] };
    expect((await sync('alpaca_paper')).reconciliation).toMatchObject([
      { open: 1, differences: [{ subject: 'AAPL', stated: 0, book: 3 }] },
    ]);
    if (before) answers[path] = before;
    expect((await sync('alpaca_paper')).reconciliation).toMatchObject([{ status: 'equal', differences: [] }]);
    const [account] = (await service.client.reconciliations.list({ query: { account_id: 'U1' } })).accounts;
    expect(account).toMatchObject({ differences: 0, never: false });
    // Of one day the last snapshot is stored.
    const runs = await service.client.imports.list({ query: { kind: 'sync' } });
    const snapshots = await Promise.all(
      runs.items.map(({ run_id }) => service.client.imports.stated({ params: { run_id }, query: {} })),
    );
    expect(snapshots.map(({ cash }) => cash.length).filter((count) => count > 0)).toEqual([1]);
  });

  it('is asked automatically when its time has come, and not while the assistants are stopped', async () => {
    const params = { broker_id: 'alpaca_paper' };
    await expect(service.person.brokers.configure({ params, body: { schedule: 'daily' } })).rejects.toMatchObject({
      status: 422,
    });
    const set = await service.person.brokers.configure({ params, body: { schedule: '6h' } });
    // What was entered stays as it is.
    expect(set).toMatchObject({ status: 'ready', account_id: 'U1', schedule: '6h', consent_url: null });
    // Counted from when it was last asked.
    const hours = (Date.parse(set.next_sync ?? '') - Date.parse(set.last_sync ?? '')) / 3_600_000;
    expect([hours <= 6, hours > 5.5]).toEqual([true, true]);
    const runs = async () => (await service.client.imports.list({ query: { kind: 'sync' } })).total;
    const before = await runs();
    const asked = outside.requests.length;
    await service.client.guard.lock({ body: { reason: 'a walk' } });
    await service.service.app.store.db
      .updateTable('broker_configs')
      .set({ last_try: '2020-01-01T00:00:00Z' })
      .where('broker_id', '=', 'alpaca_paper')
      .execute();
    // It is looked at when it is set up again, and passed over.
    await service.person.brokers.configure({ params, body: { schedule: '5h' } });
    for (let look = 0; look < 20; look++) expect(await runs()).toBe(before);
    expect(outside.requests.length).toBe(asked);
    await service.client.guard.unlock({});
    await service.person.brokers.configure({ params, body: { schedule: '6h' } });
    await expect.poll(runs).toBe(before + 1);
    const [broker] = await service.client.brokers.list({ query: {} });
    expect(Date.parse(broker?.next_sync ?? '')).toBeGreaterThan(Date.now());
    await service.person.brokers.configure({ params, body: { schedule: 'off' } });
  });

  it('can be stopped while it is asked; a broker that is not asked says so', async () => {
    const params = { broker_id: 'alpaca_paper' };
    expect(await service.client.brokers.cancel({ params })).toEqual({ ...params, was_running: false });
    const path = 'GET paper-api.alpaca.markets /v2/account/activities';
    const before = answers[path];
    // It wants us to wait, and so a sync keeps running until it is stopped.
    answers[path] = { status: 503, body: { message: 'busy' } };
    const running = sync('alpaca_paper').catch((error: unknown) => error);
    await expect.poll(async () => (await service.client.brokers.list({ query: {} }))[0]?.progress).not.toBeNull();
    await expect(sync('alpaca_paper')).rejects.toMatchObject({ status: 409 });
    expect(await service.client.brokers.cancel({ params })).toEqual({ ...params, was_running: true });
    expect(await running).toMatchObject({ status: 502, message: 'The sync was stopped' });
    if (before) answers[path] = before;
    const [broker] = await service.client.brokers.list({ query: {} });
    expect(broker).toMatchObject({ progress: null, status: 'failed', last_error: 'The sync was stopped' });
  });

  it('brings an IBKR Flex statement in through the same door', async () => {
    await service.person.brokers.configure({
      params: { broker_id: 'ibkr_pro' },
      body: { account_id: 'U1', credentials: { token: 'TOK-SECRET', query_id: '9' } },
    });
    expect(await sync('ibkr_pro')).toMatchObject({ imported: 1 });
    expect(await service.client.trades.get({ params: { exec_id: '501' } })).toMatchObject({
      instrument: 'IBM',
      account_id: 'U1',
      commission: 1,
    });
  });

  it('reports what a file of the same broker reported, and nothing is counted twice', async () => {
    await withAccount(service.client, 'K1');
    const ledger = [
      ['L1', 'T1', '1688667796.8802', 'trade', 'ZUSD', '-300.5000', '0.7813'],
      ['L2', 'T1', '1688667796.8802', 'trade', 'XXBT', '0.0100000000', '0'],
      ['L3', 'D1', '1688667700', 'deposit', 'ZUSD', '2000.0000', '0'],
    ] as const;
    answers['POST api.kraken.com /0/private/Ledgers'] = {
      body: {
        error: [],
        result: {
          ledger: Object.fromEntries(
            ledger.map(([id, refid, time, type, asset, amount, fee]) => [
              id,
              { refid, time: Number(time), type, subtype: '', aclass: 'currency', asset, amount, fee, balance: '0' },
            ]),
          ),
        },
      },
    };
    answers['POST api.kraken.com /0/private/Balance'] = { body: { error: [], result: { ZUSD: '1698.7187' } } };
    const rows = ledger.map(
      ([id, refid, , type, asset, amount, fee]) =>
        `"${id}","${refid}","${id === 'L3' ? '2023-07-06 18:21:40' : '2023-07-06 18:23:16.8802'}","${type}","","currency","${asset}","${amount}","${fee}","0"`,
    );
    const csv = `"txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"\n${rows.join('\n')}\n`;
    const file = { bytes: new TextEncoder().encode(csv), name: 'ledgers.csv' };
    const summary = await service.client.imports.brokerCsv({ body: { file, account_id: 'K1' } });
    expect(summary).toMatchObject({ imported: 1, cash_imported: 1 });
    await service.person.brokers.configure({
      params: { broker_id: 'kraken' },
      body: { account_id: 'K1', credentials: { api_key: 'KK-SECRET', private_key: 'UFJJVkFURQ==' } },
    });
    expect(await sync('kraken')).toMatchObject({
      imported: 0,
      cash_imported: 0,
      rows: { read: 3, known: 3, asked: 0, unreadable: 0, left_out: [] },
    });
  });

  it('that refuses is reported in its own words, remembered, and nothing is half stored', async () => {
    const path = `GET ndcdyn.interactivebrokers.com ${flex}/SendRequest`;
    const before = answers[path];
    answers[path] = {
      type: 'text/xml',
      body: '<FlexStatementResponse><Status>Fail</Status><ErrorCode>1012</ErrorCode><ErrorMessage>Token has expired.</ErrorMessage></FlexStatementResponse>',
    };
    const runs = (await service.client.imports.list({ query: {} })).total;
    await expect(sync('ibkr_pro')).rejects.toMatchObject({
      status: 502,
      message: expect.stringContaining('1012: Token has expired. (make a new token') as string,
    });
    if (before) answers[path] = before;
    expect((await service.client.imports.list({ query: {} })).total).toBe(runs);
    expect(
      (await service.client.brokers.list({ query: {} })).find(({ broker_id }) => broker_id === 'ibkr_pro'),
    ).toMatchObject({ status: 'failed' });
  });

  it('can be forgotten; its trades stay', async () => {
    await service.person.brokers.remove({ params: { broker_id: 'ibkr_pro' } });
    await expect(sync('ibkr_pro')).rejects.toMatchObject({ status: 409 });
    expect((await service.client.trades.get({ params: { exec_id: '501' } })).instrument).toBe('IBM');
  });
});

describe('every broker', () => {
  const stories = brokerStories(Date.now());
  let playing = '';
  let world: TestService;
  let stage: OutsideHttp;
  beforeAll(async () => {
    stage = await outsideHttp((asked) => {
      const body = stories[playing]?.play(asked);
      return body === undefined ? null : { body };
    });
    world = await openTestService({ fetch: stage.fetch });
  });
  afterAll(async () => {
    await world.close();
    await stage.close();
  });

  it.each(Object.keys(stories))('%s is set up, synced, and the book has what it holds', async (broker_id) => {
    playing = broker_id;
    await withAccount(world.client, broker_id);
    const params = { broker_id };
    const { credentials } = stories[broker_id] ?? expect.fail();
    await world.person.brokers.configure({ params, body: { account_id: broker_id, credentials } });
    const first = await world.client.brokers.sync({ params });
    expect(first).toMatchObject({ status: 'success', errors: [], rows: { asked: 0, unreadable: 0 } });
    expect(first.reconciliation).toMatchObject([{ account_id: broker_id, status: 'equal', differences: [] }]);
    expect(first.reconciliation[0]?.checked).toBeGreaterThan(1);
    const again = await world.client.brokers.sync({ params });
    expect(again).toMatchObject({ imported: 0, cash_imported: 0, events_imported: 0, rows: { asked: 0 } });
    expect(again.reconciliation).toMatchObject([{ status: 'equal' }]);
  });

  it('is among them', async () => {
    const all = await world.client.brokers.list({ query: { include_available: true } });
    // The same adapter under another name, and another address of it.
    const twins = ['ibkr_lite', 'alpaca_live'];
    expect(all.map((one) => one.broker_id).filter((id) => stories[id] === undefined && !twins.includes(id))).toEqual(
      [],
    );
  });

  it('reports several accounts once the person has assigned each', async () => {
    playing = 'tradier';
    const params = { broker_id: 'tradier' };
    const { play } = stories['tradier'] ?? expect.fail();
    const both = { ...stories['tradier'], credentials: {}, play };
    Object.assign(stories, {
      two: {
        ...both,
        play: (asked: Parameters<typeof play>[0]) =>
          asked.path === '/v1/user/profile'
            ? '{"profile":{"account":[{"account_number":"VA0001"},{"account_number":"VA0002"}]}}'
            : play({ ...asked, path: asked.path.replace('VA0002', 'VA0001') }),
      },
    });
    playing = 'two';
    await expect(world.client.brokers.sync({ params })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('--accounts') as string,
    });
    await withAccount(world.client, 'second');
    const wrong = { params, body: { accounts: { VA0002: 'nowhere' } } };
    await expect(world.person.brokers.configure(wrong)).rejects.toMatchObject({ status: 422 });
    const accounts = { VA0001: 'tradier', VA0002: 'second' };
    await world.person.brokers.configure({ params, body: { accounts } });
    expect((await world.client.brokers.sync({ params })).reconciliation).toMatchObject([
      { account_id: 'second', status: 'equal' },
      { account_id: 'tradier', status: 'equal' },
    ]);
  });
});

describe('codes of securities', () => {
  it('are checked, asked for once, and stored', async () => {
    const identifiers = [
      { id_type: 'cusip', id_value: '459200101' },
      { id_type: 'isin', id_value: 'US0378331005' },
      { id_type: 'cusip', id_value: '459200102' },
    ] as const;
    const got = await service.client.identifiers.resolve({ body: { identifiers: [...identifiers] } });
    expect(got).toMatchObject([
      { ticker: 'IBM', exchange: 'US', source: 'openfigi', resolved: true, confidence: 1 },
      { ticker: null, resolved: false, reason: 'No security has this code' },
      { ticker: null, resolved: false, source: 'check_digit' },
    ]);
    const asked = outside.requests.length;
    expect(await service.client.identifiers.resolve({ body: [identifiers[0]] })).toMatchObject([
      { ticker: 'IBM', resolved: true },
    ]);
    expect(outside.requests.length).toBe(asked);
  });

  it('stay unresolved, with the reason, when OpenFIGI does not answer', async () => {
    const path = 'POST api.openfigi.com /v3/mapping';
    const before = answers[path];
    answers[path] = { status: 429, body: 'Too many requests' };
    const got = await service.client.identifiers.resolve({ body: [{ id_type: 'sedol', id_value: '2046251' }] });
    if (before) answers[path] = before;
    expect(got).toMatchObject([{ resolved: false, reason: expect.stringContaining('limit') as string }]);
  });
});
