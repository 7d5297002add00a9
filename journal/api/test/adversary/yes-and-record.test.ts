// What a key could do to the person's yes and to the record of its own doings: nothing. Numbers are those of the list of attacks.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type ApiError, createClient, type JournalClient } from '@zorivest/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fill, openTestService, withAccount, type TestService } from '../test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  await withAccount(service.client);
});
afterAll(() => service.close());

async function assistant(mode: 'ask' | 'write', label = 'assistant') {
  const { raw_key, key_id } = await service.person.auth.createKey({ body: { name: label, role: 'read-write' } });
  await service.person.auth.setMode({ params: { key_id }, body: { mode } });
  return { raw_key, key_id, client: service.as(raw_key) };
}

const statusOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 200,
    (error: unknown) => (error as ApiError).status,
  );
const decide = (id: string, decision: 'approve' | 'deny' = 'approve') =>
  service.person.approvals.decide({ params: { id }, body: { decision } });
const trade = (exec_id: string, more: object = {}) => ({
  operation: 'trades.create',
  body: { ...fill, exec_id, ...more },
});
const csv = (...rows: readonly string[]) =>
  Buffer.from(`Date,Time,Symbol,B/S,Qty,Price,Route,Commission\n${rows.map((row) => `${row}\n`).join('')}`);
const denyAll = async () => {
  const { items } = await service.person.approvals.list({ query: { status: 'waiting' } });
  for (const { id } of items) await decide(id, 'deny');
};

/** A request as no client of ours sends it. */
function knock(head: string, body = ''): Promise<string> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString())).on('end', () => resolve(answer));
    socket.on('error', reject);
    socket.write(`${head}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n${body}`);
  });
}
const tokenOf = async (apiKey: string) =>
  (await createClient({ baseUrl: service.url }).auth.unlock({ body: { api_key: apiKey } })).session_token;

it('a day that no book has is refused where it is asked for: the year 0 took the memory of the reader', async () => {
  const { client } = await assistant('write');
  for (const from of ['0000-01-01', '0001-01-01', '1900-12-31', '2201-01-01', '9999-12-31']) {
    const asked = [
      client.worth.netWorth({ query: { from } }),
      client.worth.returns({ query: { from } }),
      client.worth.income({ query: { to: from } }),
      client.analytics.equityCurve({ query: { from } }),
      client.fx.rates({ query: { from } }),
      client.replays.day({ params: { day: from } }),
      client.worth.prices({ query: { date: from } }),
    ];
    expect([from, ...(await Promise.all(asked.map(statusOf)))]).toEqual([from, ...asked.map(() => 422)]);
  }
  for (const from of ['1901-01-01', '2200-12-31'])
    expect([from, await statusOf(client.worth.returns({ query: { from } }))]).not.toEqual([from, 500]);
});

describe('a yes', () => {
  it('S1: covers no part of an address behind a #, in a request or in what is asked for', async () => {
    const { raw_key, client } = await assistant('ask');
    const file = { bytes: csv('01/06/2026,10:00:00,SHOP,B,5,10.00,ARCA,0.50'), name: 'a.csv' };
    const { run_id } = await service.client.imports.brokerCsv({ body: { account_id: 'U1', file } });
    const token = await tokenOf(raw_key);
    const answer = await knock(
      `POST /api/v1/imports/${run_id}:undo#discard_own_work=true HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nContent-Length: 0`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 400[^]*bad_target/);
    const hiddenSetting = {
      operation: 'imports.undo',
      params: { run_id: `${run_id ?? ''}#discard_own_work=true` },
    };
    expect(await statusOf(client.approvals.request({ body: hiddenSetting }))).toBe(404);
    const encoded = await knock(
      `POST /api/v1/imports/${run_id}:undo%23discard_own_work=true HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nContent-Length: 0`,
    );
    expect(encoded).not.toMatch(/^HTTP\/1.1 2/);
    expect((await service.person.trades.list({ query: { instrument: 'SHOP' } })).total).toBe(1);
  });

  it('S5: is to what is written: no body of another’s, no other file, no name that is shown and not used', async () => {
    const { client } = await assistant('ask');
    expect(await statusOf(client.approvals.request({ body: { operation: 'trades.create' } }))).toBe(422);
    const { id } = await client.approvals.request({ body: trade('S5', { quantity: 10 }) });
    // After the yes the key sends what it likes.
    await decide(id);
    const other = { ...fill, exec_id: 'S5b', instrument: 'GME', quantity: 99_999 };
    await expect(client.trades.create({ body: other })).rejects.toMatchObject({ code: 'approval_required' });
    const importing = (quantity: number) => ({
      operation: 'imports.brokerCsv',
      body: { account_id: 'U1' },
      file: { bytes: csv(`01/06/2026,10:00:00,MSFT,B,${quantity},10.00,ARCA,0.50`), name: 'a.csv', type: 'text/csv' },
    });
    const small = await client.approvals.request({ body: importing(5) });
    const large = await client.approvals.request({ body: importing(77_777) });
    expect(large.id).not.toBe(small.id);
    await decide(small.id);
    const { items } = await service.person.trades.list({ query: { instrument: 'MSFT' } });
    expect(items.map(({ quantity }) => quantity)).toEqual([5]);
    const shown = { operation: 'trades.remove', params: { exec_id: 'S5', dry_run: true, keep: 'all trades' } };
    expect(await statusOf(client.approvals.request({ body: shown }))).toBe(422);
    await denyAll();
  });

  it('S8: is asked for in little: what is large is refused, and the person’s list stays short', async () => {
    const { client } = await assistant('ask');
    const entry = (n: number, size: number) => ({
      operation: 'journal.create',
      body: { title: `S8 ${n}`, body: 'x'.repeat(size) },
    });
    expect(await statusOf(client.approvals.request({ body: entry(0, 900_000) }))).toBe(413);
    for (let n = 1; n <= 4; n += 1) await client.approvals.request({ body: entry(n, 200_000) });
    const last = { ...entry(5, 190_000), told: { tool: 'write_entry', arguments: { text: 'y'.repeat(60_000) } } };
    expect(await statusOf(client.approvals.request({ body: last }))).toBe(413);
    const listed = await service.person.approvals.list({ query: { status: 'waiting' } });
    expect(listed.items).toHaveLength(4);
    expect(JSON.stringify(listed).length).toBeLessThan(10_000);
    await denyAll();
  });

  it('is asked for with a file that is one, and what is over takes a share of the disk, however often a key asks', async () => {
    const { client, raw_key } = await assistant('ask');
    const body = (fields: readonly (readonly [string, string])[]) =>
      `${fields.map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--x--\r\n`;
    const text = body([
      ['operation', 'imports.brokerCsv'],
      ['body', '{"account_id":"U1"}'],
      ['file', '{"name":"a.csv","size":1,"sha256":"x"}'],
    ]);
    const head = `POST /api/v1/approvals HTTP/1.1\r\nAuthorization: Bearer ${await tokenOf(raw_key)}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${Buffer.byteLength(text)}`;
    expect(await knock(head, text)).toMatch(/^HTTP\/1.1 422/);
    const release = service.holdClock();
    for (let n = 0; n < 20; n += 1) {
      const entry = { operation: 'journal.create', body: { title: `over ${n}`, body: 'x'.repeat(190_000) } };
      const caller = { tool: 'write_entry', arguments: { text: 'y'.repeat(50_000) } };
      const { id } = await client.approvals.request({ body: { ...entry, told: caller } });
      await client.approvals.withdraw({ params: { id } });
    }
    const { connection } = service.service.app.control;
    const one = (query: string) => Number(connection.prepare(query).pluck().get());
    expect(one('select sum(length(input) + length(told)) from approvals')).toBeLessThan(4.5 * 1024 * 1024);
    expect(one('select max(length(after)) from audit_log')).toBeLessThan(10_000);
    const same = { operation: 'watchlists.create', body: { name: 'asked again and again' } };
    const again = await Promise.all(
      Array.from({ length: 45 }, () => statusOf(client.approvals.request({ body: same }))),
    );
    release();
    expect(again.filter((status) => status === 429)).toHaveLength(5);
    await denyAll();
  });

  it('a form that breaks off, or says nowhere where its parts end, is the sender’s fault', async () => {
    const token = await tokenOf((await assistant('ask')).raw_key);
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nDate,';
    const head = (type: string, body: string) =>
      `POST /api/v1/approvals HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data${type}\r\nContent-Length: ${body.length}`;
    for (const [type, body] of [
      ['', part],
      ['; boundary=y', part],
      ['; boundary=x', part],
      ['; boundary=x', `${part}${'x'.repeat(2_000_000)}`],
      ['; boundary=x', '--x\r\nContent-Disp'],
      [`; boundary=${'x'.repeat(3000)}`, part],
    ] as const)
      expect([type.length, body.length, await knock(head(type, body), body)]).toEqual([
        type.length,
        body.length,
        expect.stringMatching(/^HTTP\/1.1 400/),
      ]);
  });

  it('S9: no name that is shown as another is stored, by whatever way it comes', async () => {
    const { client } = await assistant('ask');
    const writer: JournalClient = service.client;
    const named = { ...fill, exec_id: 'S9T', instrument: 'ORCL' };
    await writer.trades.create({ body: named });
    const hiddenSetting = [
      'A\u200bAPL',
      '\u202eLPAA',
      'AAPL\u00ad',
      'AA\u2066PL',
      'AAPL\u0007',
      'AAPL\ufe0f',
      'AA\u3164PL',
    ];
    for (const name of hiddenSetting) {
      const refused = [
        writer.trades.create({ body: { ...fill, exec_id: 'S9', instrument: name } }),
        writer.accounts.create({ body: { account_id: 'S9', name, account_type: 'broker' } }),
        writer.trades.patch({ params: { exec_id: 'S9T' }, body: { instrument: name } }),
        writer.tags.apply({ body: { exec_ids: ['S9T'], add: [name] } }),
        writer.watchlists
          .create({ body: { name: `W ${hiddenSetting.indexOf(name)}` } })
          .then(({ id }) => writer.watchlists.addItem({ params: { watchlist_id: id }, body: { ticker: name } })),
        client.approvals.request({ body: trade('S9', { instrument: name }) }),
      ];
      expect([name, ...(await Promise.all(refused.map(statusOf)))]).toEqual([name, ...refused.map(() => 422)]);
    }
    await writer.tags.apply({ body: { exec_ids: ['S9T'], add: ['👩‍🚀 moon', '❤️'] } });
    for (const exec_id of ['x\ud800y', 'x\udfffy'])
      expect(await statusOf(writer.trades.create({ body: { ...fill, exec_id } }))).toBe(422);
    // Half a sign is none; spaces that are not seen and letters that are written in two ways make no other name.
    expect(
      await statusOf(writer.accounts.create({ body: { account_id: 'S9', name: 'x\ud800y', account_type: 'broker' } })),
    ).toBe(422);
    for (const [at, name] of ['ORCL ', '\u00a0ORCL', 'ORCL\u3000'].entries())
      await writer.trades.create({ body: { ...fill, exec_id: `S9 ${at}`, instrument: name } });
    expect((await writer.trades.list({ query: { instrument: 'ORCL' } })).total).toBe(4);
    await writer.tags.apply({ body: { exec_ids: ['S9T'], add: ['Cafe\u0301  bar', 'Caf\u00e9 bar'] } });
    expect((await writer.tags.list()).items.map(({ tag }) => tag)).toContain('Caf\u00e9 bar');
    expect((await writer.tags.list()).items).toHaveLength(3);
    const rows = csv(
      '01/07/2026,10:00:00,A\u200bAPL,B,5,10.00,ARCA,0.50',
      '01/07/2026,10:00:00,NFLX,B,5,10.00,ARCA,0.50',
    );
    const read = await writer.imports.brokerCsv({ body: { account_id: 'U1', file: { bytes: rows, name: 'b.csv' } } });
    expect(read).toMatchObject({ imported: 1, invalid: 1 });
    // What is there already is answered as it is.
    const { connection } = service.service.app.store;
    connection.exec(`update trades set instrument = 'N' || char(8203) || 'FLX' where instrument = 'NFLX'`);
    expect((await writer.trades.list({ query: { search: 'FLX' } })).items.map(({ instrument }) => instrument)).toEqual([
      'N\u200bFLX',
    ]);
  });

  it('is done for the key as it is then: one that has expired since has nothing done', async () => {
    const made = await service.person.auth.createKey({
      body: { name: 'for an hour', role: 'read-write', expires_in: 60 },
    });
    await service.person.auth.setMode({ params: { key_id: made.key_id }, body: { mode: 'ask' } });
    const { id } = await service.as(made.raw_key).approvals.request({ body: trade('expired') });
    service.advance(61_000);
    const { status, error } = await decide(id);
    expect([status, error?.detail]).toEqual(['failed', expect.stringContaining('expired')]);
    expect(await statusOf(service.person.trades.get({ params: { exec_id: 'expired' } }))).toBe(404);
  });

  it('for a quarter of an hour is to what adds: a statement that takes back or corrects is asked for all the same', async () => {
    const { client } = await assistant('ask');
    const head =
      'ClientAccountID,CurrencyPrimary,AssetClass,Symbol,TradeID,DateTime,Quantity,TradePrice,IBCommission,Buy/Sell,LevelOfDetail,TransactionType,OrigTradeID\n';
    const statement = (row: string) => ({
      operation: 'imports.brokerCsv',
      body: { account_id: 'U1' },
      file: { bytes: Buffer.from(`${head}${row}\n`), name: 'a.csv', type: 'text/csv' },
    });
    const fillRow = (id: number) => `U1,USD,STK,AMD,${id},20240104;100000,10,140,-1,BUY,EXECUTION,ExchTrade,`;
    const countTrades = async () => (await service.person.trades.list({ query: { instrument: 'AMD' } })).total;
    const { id } = await client.approvals.request({ body: statement(fillRow(9501)) });
    await service.person.approvals.decide({ params: { id }, body: { decision: 'approve', for_minutes: 15 } });
    const more = await client.approvals.request({ body: statement(fillRow(9502)) });
    expect([more.status, await countTrades()]).toEqual(['approved', 2]);
    const taken = 'U1,USD,STK,AMD,9503,20240105;100000,-10,140,1,BUY (Ca.),EXECUTION,TradeCancel,9501';
    expect((await client.approvals.request({ body: statement(taken) })).status).toBe('waiting');
    const dearer = fillRow(9502).replace(',-1,', ',-2,');
    expect((await client.approvals.request({ body: statement(dearer) })).status).toBe('waiting');
    expect(await countTrades()).toBe(2);
    await denyAll();
    // A list that gets an item is the same list.
    const { id: list } = await service.person.watchlists.create({ body: { name: 'allowed' } });
    const item = (ticker: string) => ({
      operation: 'watchlists.addItem',
      params: { watchlist_id: list },
      body: { ticker },
    });
    const first = await client.approvals.request({ body: item('AMD') });
    await service.person.approvals.decide({
      params: { id: first.id },
      body: { decision: 'approve', for_minutes: 15 },
    });
    expect((await client.approvals.request({ body: item('NVDA') })).status).toBe('approved');
  });

  it('is not there before it is given: what is tried takes no setting over and says of no import that it is done', async () => {
    const { client, key_id } = await assistant('write');
    const params = { key: 'display.hide_dollars' };
    const hiddenSetting = async () => (await service.person.settings.get({ params })).value;
    await client.settings.set({ params, body: { value: true } });
    const sent = { bytes: csv('01/06/2026,10:00:00,QCOM,B,5,10.00,ARCA,0.50'), name: 'a.csv' };
    const { uploads } = await client.imports.upload({ body: { files: [sent] } });
    await service.person.auth.setMode({ params: { key_id }, body: { mode: 'ask' } });
    const [entry] = (await client.bin.list({ query: { all: true } })).items;
    const back = { operation: 'bin.restore', params: { id: entry?.id } };
    const { id } = await client.approvals.request({ body: back });
    expect(await hiddenSetting()).toBe('true');
    await decide(id);
    expect(await hiddenSetting()).toBe('false');
    const stages: unknown[] = [];
    service.service.app.events.listen(({ type, data }) => type === 'import' && stages.push(data['stage']));
    const asked = await client.approvals.request({
      body: {
        operation: 'imports.importUpload',
        params: { upload_id: uploads[0]?.id },
        body: { account_id: 'U1' },
      },
    });
    expect([asked.status, stages.includes('done')]).toEqual(['waiting', false]);
    await decide(asked.id);
    expect(stages.filter((stage) => stage === 'done')).toHaveLength(1);
  });

  it('is also asked for tables that are not watched: bars of a file are shown day by day, and stored after a yes', async () => {
    const { client } = await assistant('ask');
    const bars = (close: number) => ({
      operation: 'bars.import',
      body: { symbol: 'BARS', interval: '1m' },
      file: {
        bytes: Buffer.from(`1772461800,1,2,0.5,${close},1\n1772461860,1,2,0.5,1,1\n`),
        name: 'b.csv',
        type: 'text/csv',
      },
    });
    const listBars = async () => (await service.person.bars.list({ query: {} })).items.map(({ symbol }) => symbol);
    const asked = await client.approvals.request({ body: bars(1) });
    expect(asked).toMatchObject({ status: 'waiting', effects: ['adds 1 day of bars'] });
    expect(asked.changes[0]?.what).toContain('BARS, 1m, 2 Mar 2026');
    expect(await listBars()).toEqual([]);
    expect(await decide(asked.id)).toMatchObject({ status: 'approved', result: { added: 2 } });
    expect(await listBars()).toEqual(['BARS']);
    expect((await client.approvals.request({ body: bars(1.5) })).effects).toEqual(['changes 1 day of bars']);
    await denyAll();
  });

  it('is asked in sentences of the service: the name of a file ends none of them, and no name is shown unread', async () => {
    const { client, raw_key } = await assistant('ask');
    const name = `a.csv: 0 new trades, 0 events, 3 known${' '.repeat(160)}.csv`;
    const file = { bytes: csv('01/06/2026,10:00:00,INTC,B,5,10.00,ARCA,0.50'), name, type: 'text/csv' };
    const body = { operation: 'imports.brokerCsv', body: { account_id: 'U1' }, file };
    const shown: unknown[] = [];
    service.service.app.events.listen(({ type, data }) => type === 'approval' && shown.push(data['effect']));
    const { effects, changes } = await client.approvals.request({ body });
    expect(effects[0]).toMatch(
      /^import of "a\.csv: 0 new trades, 0 events, 3 known {42}…": 1 new trade, 0 events, 0 known$/,
    );
    expect(shown).toEqual([effects[0]]);
    expect(changes.some(({ what }) => what.includes('"a.csv: 0 new'))).toBe(true);
    await denyAll();
    const form = new FormData();
    form.set('operation', 'trades.remove');
    form.set('params', '{"exec_id":"S10","__proto__":"keep all trades"}');
    const headers = { authorization: `Bearer ${await tokenOf(raw_key)}` };
    const asked = await fetch(`${service.url}/api/v1/approvals`, { method: 'POST', headers, body: form });
    expect(asked.status).toBe(400);
  });

  it('S10: names the asker by the label of its key, and what the asker calls itself as its word', async () => {
    const { client } = await assistant('ask', 'the one in the kitchen');
    const caller = { tool: 'create_trade', effect: 'Nothing at all', client: { name: 'Zorivest', version: '1' } };
    const card = await client.approvals.request({ body: { ...trade('S10'), told: caller } });
    expect(card).toMatchObject({ label: 'the one in the kitchen', told: caller });
    expect(card.effects).toEqual(['adds 1 execution']);
    await denyAll();
  });
});

describe('the record', () => {
  it('S3: is written by the service: a report hides, dates, confirms and floods nothing', async () => {
    const { client, key_id } = await assistant('write');
    const quiet = await assistant('write', 'quiet');
    await quiet.client.trades.list();
    await client.trades.create({ body: { ...fill, exec_id: 'S3' } }, { call: { id: 'c1', noteRequest: () => {} } });
    const lie = { kind: 'tool', tool: 'get_expectancy', outcome: 'ok', client: null, duration_ms: 1, answer_bytes: 1 };
    const report = (id: string, more: object) => ({ id, ...lie, arguments: null, ...more }) as never;
    const dated = [report('c1', { at: '2020-01-01' }), report('c2', { at: '2099-01-01', confirmed_by: 'app' })];
    await client.activity.record({ body: { calls: dated } });
    const calls = Array.from({ length: 100 }, (_, n) => report(`f${n}`, { arguments: 'x'.repeat(4000) }));
    for (let n = 0; n < 6; n += 1) await client.activity.record({ body: { calls } });
    const { items } = await service.person.activity.list({ query: { limit: 1000 } });
    const own = items.filter((row) => row.key_id === key_id && row.operation === 'trades.create');
    expect(own).toMatchObject([{ outcome: 'ok' }]);
    const now = Date.now();
    expect(items.every(({ at }) => Math.abs(Date.parse(at) - now) < 600_000)).toBe(true);
    expect(JSON.stringify(items)).not.toContain('confirmed_by');
    expect(items.some((row) => row.key_id === quiet.key_id && row.operation === 'trades.list')).toBe(true);
    const { ok, marks } = await service.person.activity.verify();
    expect([ok, marks.map(({ mark }) => mark)]).toEqual([true, ['over_quota']]);
  });

  it('S11: a key does not set its limit back by locking and unlocking', async () => {
    const { client } = await assistant('write');
    await service.person.guard.configure({ body: { is_enabled: true, calls_per_minute_limit: 20 } });
    const release = service.holdClock();
    const allowed: boolean[] = [];
    for (let n = 0; n < 40; n += 1) {
      allowed.push((await client.guard.check({ body: { tool: 'list_trades' } })).allowed);
      if (n % 10 !== 9) continue;
      await client.guard.lock();
      await client.guard.unlock().catch(() => {});
    }
    release();
    expect(allowed.filter(Boolean)).toHaveLength(20);
    await service.person.guard.configure({ body: { is_enabled: false, calls_per_minute_limit: 60 } });
    await service.person.guard.unlock();
  });

  it('S15: a key’s lock leaves the reason that the person gave', async () => {
    const { client } = await assistant('write');
    await service.person.guard.lock({ body: { reason: 'it went mad' } });
    await client.guard.lock({ body: { reason: 'all is well' } });
    expect(await service.person.guard.status()).toMatchObject({ lock_reason: 'it went mad', lifted_by: 'person' });
    await service.person.guard.unlock();
  });
});

describe('a key that asks without end', () => {
  it('waits for its card in sixteen simultaneous requests, and no more: a stop looks at each of them', async () => {
    const { client } = await assistant('ask');
    const { id } = await client.approvals.request({ body: trade('waited') });
    let waiting = 0;
    const waits = Array.from({ length: 40 }, async () => {
      waiting += 1;
      const { status } = await client.approvals.wait({ params: { id }, query: { wait_seconds: 25 } });
      waiting -= 1;
      return status;
    });
    await expect.poll(() => waiting).toBe(16);
    await decide(id, 'deny');
    const ended = await Promise.all(waits);
    expect([
      ended.filter((status) => status === 'waiting').length,
      ended.filter((status) => status === 'denied').length,
    ]).toEqual([24, 16]);
  });

  it('is shown to those who watch a part of the time: calls that begin and reports of calls come no faster than requests', async () => {
    const { client } = await assistant('write');
    const shown: string[] = [];
    service.service.app.events.listen(({ type, data }) => {
      if (type === 'call_started' || type === 'call_ended') shown.push(`${type} ${String(data['call_id'])}`);
    });
    const release = service.holdClock();
    for (let n = 0; n < 15; n += 1) await client.guard.check({ body: { tool: 'list_trades', call_id: `c${n}` } });
    const calls = Array.from({ length: 1000 }, (_, n) => ({ id: `c${n}`, tool: 'list_trades' }));
    await client.activity.record({ body: { calls } });
    for (let n = 0; n < 15; n += 1) await client.guard.check({ body: { tool: 'list_trades', call_id: `d${n}` } });
    release();
    const of = (type: string, name: RegExp) => shown.filter((one) => one.startsWith(type) && name.test(one)).length;
    expect([of('call_started', / c\d+$/), of('call_ended', / c\d+$/), of('call_started', / d\d+$/)]).toEqual([
      15, 20, 0,
    ]);
  });

  it('fills no table: its tokens and tasks are limited in number, and a list of them stays short', async () => {
    const { client, key_id } = await assistant('write');
    const { connection } = service.service.app.control;
    const one = (query: string, ...values: string[]) =>
      Number(
        connection
          .prepare(query)
          .pluck()
          .get(...values),
      );
    const action = { action: 'create_trade', params_summary: 'x'.repeat(2000) };
    for (let n = 0; n < 130; n += 1) await client.confirmations.issue({ body: action });
    expect(one('select count(*) from confirmation_tokens where holder = ?', `key:${key_id}`)).toBe(100);
    const put = (id: string, is_over: boolean) =>
      client.tasks.put({
        params: { id: `${'t'.repeat(20)}${id}` },
        body: { version: 1, is_over, expires_at: Date.now() + 600_000, record: { text: 'x'.repeat(900_000) } },
      });
    const bytes = () => one('select sum(size) from tasks where key_id = ?', key_id);
    // As if it had put this many.
    await put('first', true);
    const copy = `insert into tasks select id || ?, key_id, version, is_over, created_at - 1, expires_at, size, record from tasks where key_id = ? limit 1`;
    for (let n = 0; n < 40; n += 1) connection.prepare(copy).run(String(n), key_id);
    expect(bytes()).toBeGreaterThan(32 * 1024 ** 2);
    await put('one more', true);
    expect(bytes()).toBeLessThanOrEqual(32 * 1024 ** 2);
    expect((await client.tasks.list({ query: { limit: 500 } })).items).toHaveLength(4);
    // Those that are running stay, and one more has no room.
    connection.prepare('update tasks set is_over = 0 where key_id = ?').run(key_id);
    expect(await statusOf(put('no room', false))).toBe(413);
    expect(bytes()).toBeLessThanOrEqual(32 * 1024 ** 2);
  });

  it('nests JSON without end and is refused before anybody walks through it', async () => {
    const { raw_key } = await assistant('ask');
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const token = await tokenOf(raw_key);
    for (const path of ['/approvals', '/scheduling/emulator/run', '/activity']) {
      const body = `{"operation":"journal.create","told":{"tool":"x","arguments":{"a":${deep}}}}`;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${service.url}/api/v1${path}`, { method: 'POST', headers, body });
      expect([path, answer.status]).toEqual([path, 400]);
    }
    const form = new FormData();
    form.set('operation', 'imports.brokerCsv');
    form.set('body', `{"account_id":${deep}}`);
    form.set('file', new Blob(['x']), 'a.csv');
    const headers = { authorization: `Bearer ${token}` };
    const asked = await fetch(`${service.url}/api/v1/approvals`, { method: 'POST', headers, body: form });
    expect(asked.status).toBe(400);
  });
});

it('every finding has its line in the list next to these tests, and every test that is named there exists', () => {
  const root = join(import.meta.dirname, '../../../..');
  const text = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
  const lines = text.split('\n').filter((line) => /^\| [SAN]\d+ /.test(line));
  const numbers = [...Array.from({ length: 20 }, (_, n) => `S${n + 1}`), 'A1', 'A2', 'N14'];
  expect(lines.map((line) => line.split('|')[1]?.trim())).toEqual(numbers);
  for (const line of lines) {
    const [, path = '', name = ''] = /`([^`]+)`: (.+?) +\|$/.exec(line) ?? [];
    expect([line, readFileSync(join(root, path), 'utf8').includes(name)]).toEqual([line, true]);
  }
});
