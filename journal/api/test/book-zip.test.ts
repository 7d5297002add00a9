// Everything leaves, and comes back: a book with a row in every table goes out as a zip, into another home, and out again;
// then what strangers may put into such a zip.
import { createHash } from 'node:crypto';
import { Zip, ZipWriter } from '@zorivest/imports';
import { leavingOf } from '@zorivest/store';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { concepts } from '../concepts.ts';
import { fill, openTestService, withAccount, type TestService } from './test-service.ts';

let full: TestService;
let bytes: Uint8Array;
beforeAll(async () => {
  full = await openTestService();
  await full.person.demo.create({ body: {} });
  await fillTheRest(full);
  bytes = (await full.person.exports.book({})).bytes;
}, 240_000);
afterAll(() => full.close());

const SECRETS = ['hunter2-secret', 'sk-reviewer-secret', 'provider-key-secret'];

/** One of everything the demo does not have, as people make it; what only runs of pipelines write is written here. */
async function fillTheRest({ client, service }: TestService): Promise<void> {
  const [account] = await client.accounts.list({});
  const account_id = account?.account_id ?? '';
  const { items } = await client.trades.list({ query: { limit: 20, sort: 'time' } });
  const [first, second] = items;
  if (first === undefined || second === undefined) throw new Error('the demo has trades');
  await client.positionEvents.create({
    body: { kind: 'symbol_change', instrument: 'OLDC', new_instrument: 'NEWC', time: '2026-03-02' },
  });
  const { db } = service.app.store;
  const now = '2026-11-01T10:00:00.000Z';
  const put = async (table: string, row: Record<string, unknown>) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
    if ((rows[0]?.n ?? 0) > 0) return;
    await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))}) values (${sql.join(Object.values(row))})`.execute(
      db,
    );
  };
  const { exec_id } = first;
  await put('app_defaults', {
    key: 'ui.theme',
    value: 'dark',
    value_type: 'str',
    category: 'ui',
    description: null,
    updated_at: now,
  });
  await put('saved_filters', { name: "=cmd|' /C calc'!A0", query: '{}', updated_at: now });
  await put('mistake_entries', {
    trade_id: exec_id,
    category: 'FOMO',
    estimated_cost: '-12.50',
    notes: 'two\r\nlines, "q"',
    auto_detected: 0,
    created_at: now,
  });
  await put('deleted_fills', { exec_id: 'GONE', account_id, fingerprint: 'f', deleted_at: now });
  await put('refused_suspicions', { exec_id, category: 'FOMO', at: now });
  await put('trip_playbooks', { exec_id, playbook_id: 1 });
  await put('playbook_ticks', { playbook_id: 1, rule_id: 'waited', exec_id, followed: 1, at: now });
  await put('trade_tags', { exec_id, tag: "'quoted" });
  await put('hidden_tags', { tag: '' });
  await put('structure_choices', { kind: 'split', exec_ids: JSON.stringify([exec_id]), created_at: now });
  await put('lot_choices', { sell_exec_id: second.exec_id, buy_exec_ids: '[]', chosen_at: now });
  await put('tax_payments', { tax_year: 2026, quarter: 1, amount: '100', paid_on: '2026-04-15', created_at: now });
  await put('transaction_ledger', { trade_exec_id: exec_id, fee_type: 'exchange', amount: '0.02', currency: 'USD' });
  await put('entity_links', {
    source_type: 'TRADE',
    source_id: exec_id,
    target_type: 'PLAN',
    target_id: '1',
    link_type: 'RELATED',
    created_at: now,
  });
  await put('import_runs', {
    run_id: 'run-1',
    kind: 'broker_csv',
    source: 'ibkr',
    file_name: '-5.csv',
    file_hash: null,
    account_id,
    status: 'success',
    counts: '{}',
    warnings: '[]',
    started_at: now,
    finished_at: now,
    undone_at: null,
  });
  const run = await sql<{ run_id: string }>`select run_id from import_runs limit 1`.execute(db);
  const run_id = run.rows[0]?.run_id ?? '';
  await put('import_notes', { run_id, row: 3, outcome: 'skipped', message: '', ref: null, before: null });
  await put('import_look_alikes', {
    run_id,
    row: 4,
    kind: 'fill',
    ref: 'r',
    like: 'l',
    message: 'm',
    payload: '{}',
    decision: null,
    decided_at: null,
  });
  await put('stated_fills', {
    run_id,
    exec_id,
    realized_pnl: '12.345678901234567',
    amount: null,
    currency: 'USD',
    fx_rate: null,
    fx_currency: null,
    isin: null,
  });
  await put('stated_figures', {
    run_id,
    place: 0,
    account_id,
    kind: 'position',
    subject: 'AAPL',
    date: '2026-05-29',
    said: '{"instrument":"AAPL","quantity":3}',
  });
  await put('lot_boxes', { lot_id: `lot-${exec_id}`, box: 'B', set_at: now });
  await put('broker_forms', {
    id: 1,
    account_id,
    tax_year: 2025,
    form: '1099-B',
    file_name: '1099.csv',
    sales: '[]',
    imported_at: now,
  });
  await put('import_profiles', { kind: 'broker', name: 'mine', profile: '{}', updated_at: now });
  await put('import_accounts', { scope: 'ibkr', named: 'U1', account_id, updated_at: now });
  await put('prices', {
    instrument: 'XYZ',
    date: '2026-01-31',
    price: '12.345678901234567',
    currency: null,
    created_at: now,
  });
  await put('cash_statements', {
    account_id,
    currency: 'USD',
    date: '2026-01-31',
    balance: '1234.56',
    created_at: now,
  });
  await put('balance_sources', { snapshot_id: 1, source: 'import', import_batch_id: run_id });
  await put('reviewer', {
    id: 1,
    protocol: 'openai',
    endpoint: 'http://127.0.0.1:1',
    model: 'm',
    api_key: SECRETS[1],
    input_cents_per_million: '1',
    output_cents_per_million: '2',
  });
  await put('mail_settings', {
    id: 1,
    provider_preset: null,
    smtp_host: 'mail.example.org',
    port: 465,
    security: 'SSL',
    username: 'me',
    password: SECRETS[0],
    from_email: 'me@example.org',
    updated_at: now,
  });
  await put('market_providers', {
    name: 'polygon',
    is_enabled: 1,
    api_key: SECRETS[2],
    api_secret: null,
    rate_limit: 5,
    timeout: null,
    last_test_status: 'ok',
    updated_at: now,
  });
  const policy = await sql<{ id: string }>`select id from policies limit 1`.execute(db);
  const policy_id = policy.rows[0]?.id ?? '';
  await put('pipeline_runs', {
    id: 'pr-1',
    policy_id,
    status: 'success',
    trigger_type: 'manual',
    started_at: now,
    completed_at: now,
    duration_ms: 5,
    error: null,
    dry_run: 0,
    created_by: 'person',
    content_hash: 'h',
    fired_for: null,
    preview_html: '<p>'.repeat(600_000),
    created_at: now,
  });
  const ran = await sql<{ id: string }>`select id from pipeline_runs limit 1`.execute(db);
  await put('pipeline_steps', {
    run_id: ran.rows[0]?.id ?? '',
    step_id: 's',
    step_type: 'query',
    status: 'success',
    started_at: now,
    completed_at: now,
    duration_ms: 1,
    output_json: null,
    error: null,
    attempt: 1,
  });
  await put('pipeline_state', {
    policy_id,
    provider_id: 'p',
    data_type: 'quote',
    entity_key: 'AAPL',
    last_cursor: null,
    updated_at: now,
  });
  await put('pipeline_reports', {
    id: 'rep-1',
    name: 'r',
    version: 1,
    spec_json: '{}',
    snapshot_json: '{"a":1}',
    snapshot_hash: 'h',
    created_by: 'person',
    created_at: now,
  });
  await put('report_deliveries', {
    dedup_key: 'd',
    report_id: 'rep-1',
    channel: 'local_file',
    recipient: 'x',
    status: 'sent',
    sent_at: now,
    error: null,
    created_at: now,
  });
  await put('email_templates', {
    name: 'mine',
    description: '',
    subject_template: null,
    body_html: '<p>',
    body_format: 'html',
    required_variables: '[]',
    sample_data: '{}',
    is_default: 0,
    created_at: now,
    updated_at: null,
  });
}

const contents = (zip: Zip) =>
  new Map([...zip.members.keys()].map((name) => [name, Buffer.concat([...zip.chunks(name)])] as const));
const manifestOf = (zip: Zip) =>
  JSON.parse(zip.text('manifest.json')) as {
    exported_at?: string;
    members: { name: string; rows?: number; sha256: string; size: number }[];
    left_out: { table: string; why: string }[];
  };

describe('a book with everything in it', () => {
  it('leaves with rows of every table that may leave, and without one secret', () => {
    const zip = new Zip(bytes);
    const { members, left_out } = manifestOf(zip);
    expect(members.filter(({ rows }) => rows === 0).map(({ name }) => name)).toEqual([]);
    const staying = new Set(left_out.map(({ table }) => table));
    const covered = new Set([...members.map(({ name }) => name.replace('.csv', '')), ...staying]);
    for (const table of Object.keys(leavingOf(concepts))) if (table !== 'audit_log') expect(covered).toContain(table);
    for (const { why } of left_out) expect(why).toMatch(/\w/);
    const all = Buffer.concat([...contents(zip).values()]).toString('latin1');
    for (const secret of SECRETS) expect(all).not.toContain(secret);
    expect(zip.text('saved_filters.csv')).toContain("'=cmd");
    expect(zip.text('policies.csv').split('\r\n')[0]).not.toMatch(/enabled|approved/);
  });

  it('arrives in another home and leaves it again byte for byte', async () => {
    const other = await openTestService();
    try {
      // What `init` makes in addition to the system's account is replaced.
      await withAccount(other.client, 'main');
      const binned = await other.person.bin.list({ query: {} });
      const arrived = await other.person.exports.importBook({ body: { file: { bytes, name: 'book.zip' } } });
      // Row by row the bin would hold all of it once more.
      expect(await other.person.bin.list({ query: {} })).toEqual(binned);
      expect(arrived.to_do.join('\n')).toMatch(/Approval and switch of the policy .+\n?/);
      expect(arrived.to_do.join('\n')).toContain('Password of the mail server');
      const again = new Zip((await other.person.exports.book({})).bytes);
      const [before, after] = [contents(new Zip(bytes)), contents(again)];
      expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted());
      for (const [name, member] of before)
        if (name !== 'audit.csv' && name !== 'manifest.json')
          expect(`${name} ${after.get(name)?.equals(member)}`).toBe(`${name} true`);
      const clean = (zip: Zip) => {
        const { exported_at: _, members, ...rest } = manifestOf(zip);
        return { ...rest, members: members.filter(({ name }) => name !== 'audit.csv') };
      };
      expect(clean(again)).toEqual(clean(new Zip(bytes)));
      // It answers as the same book.
      const figures = async ({ client }: TestService) => [
        await client.accounts.list({ query: { include_archived: true, include_system: true } }),
        (await client.roundTrips.list({ query: {} })).total,
        (await client.tax.ytdSummary({ query: { tax_year: 2026 } })).total_realized,
        (await client.trades.instruments({ query: { search: 'NEWC' } })).items,
      ];
      expect(await figures(other)).toEqual(await figures(full));
      const policies = await sql<{ enabled: number; approved: number }>`select enabled, approved from policies`.execute(
        other.service.app.store.db,
      );
      expect(policies.rows).toEqual([{ enabled: 0, approved: 0 }]);
    } finally {
      await other.close();
    }
  }, 120_000);

  it('is for the person alone, and only an empty book takes one', async () => {
    await expect(full.client.exports.book({})).rejects.toMatchObject({ status: 403 });
    await expect(full.client.exports.importBook({ body: { file: { bytes, name: 'book.zip' } } })).rejects.toMatchObject(
      { status: 403 },
    );
    await expect(full.person.exports.importBook({ body: { file: { bytes, name: 'book.zip' } } })).rejects.toMatchObject(
      { status: 409, message: expect.stringMatching(/empty/) },
    );
  });
});

interface NewMember {
  readonly name: string;
  readonly bytes: Uint8Array;
}

function packZip(members: readonly NewMember[]): Uint8Array {
  const zip = new ZipWriter();
  for (const { name, bytes: own } of members) zip.add(name, [own]);
  return zip.end();
}

describe('a zip of somebody else', () => {
  let empty: TestService;
  let members: NewMember[];
  beforeAll(async () => {
    empty = await openTestService();
    await withAccount(empty.client, 'main');
    members = [...contents(new Zip((await empty.person.exports.book({})).bytes))].map(([name, own]) => ({
      name,
      bytes: own,
    }));
  });
  afterAll(() => empty.close());

  const take = (file: Uint8Array) =>
    empty.person.exports.importBook({ body: { file: { bytes: file, name: 'book.zip' } } });
  /** The book with a part changed, and the manifest that says so where it should. */
  const changeBook = (
    name: string,
    text: string | Uint8Array,
    options: { isListed?: boolean; extra?: boolean } = {},
  ) => {
    const part = { name, bytes: typeof text === 'string' ? Buffer.from(text) : text };
    const others = members.filter((member) => member.name !== name && member.name !== 'manifest.json');
    const all = [...others, part];
    const manifest = JSON.parse(
      Buffer.from(members.find((member) => member.name === 'manifest.json')?.bytes ?? []).toString(),
    ) as {
      members: { name: string; sha256: string; size: number; rows?: number }[];
    };
    if (options.isListed !== false) {
      const entry = manifest.members.find((member) => member.name === name);
      const facts = { name, sha256: createHash('sha256').update(part.bytes).digest('hex'), size: part.bytes.length };
      if (entry === undefined) manifest.members.push(facts);
      else {
        Object.assign(entry, facts);
        delete entry.rows;
      }
    }
    return packZip([{ name: 'manifest.json', bytes: Buffer.from(JSON.stringify(manifest)) }, ...all]);
  };

  const trades = (row: string) =>
    `${
      Buffer.from(members.find(({ name }) => name === 'trades.csv')?.bytes ?? [])
        .toString()
        .split('\r\n')[0]
    }\r\n${row}\r\n`;

  /** One row of trades, by the columns of its header. */
  const tradeRow = (values: Record<string, string>) => {
    const usual: Record<string, string> = {
      exec_id: 'T1',
      time: '2026-01-05T15:00:00.000Z',
      instrument: 'F',
      action: 'BOT',
      quantity: '1',
      price: '10',
      account_id: 'main',
      commission: '0',
      realized_pnl: '0',
      asset_class: 'EQUITY',
      multiplier: '1',
      currency: 'USD',
      fingerprint: 'x',
      created_at: '2026-01-05T15:00:00.000Z',
      time_known: '1',
    };
    const [head = ''] = trades('').split('\r\n');
    return head
      .split(',')
      .map((name) => values[name] ?? usual[name] ?? '')
      .join(',');
  };

  it.each<[string, () => Uint8Array, RegExp]>([
    ['is no zip', () => Buffer.from('PK but no more'), /cut off|damaged/],
    ['is another zip', () => packZip([{ name: 'xl/workbook.xml', bytes: Buffer.from('<x/>') }]), /no manifest/],
    [
      'has a manifest that is none',
      () => changeBook('manifest.json', 'null', { isListed: false }).slice(),
      /manifest|twice/,
    ],
    [
      'was changed after it was written',
      () => changeBook('trades.csv', trades('x'), { isListed: false }),
      /hash|cells|rows/,
    ],
    ['has a part outside its folder', () => changeBook('../../evil.csv', 'x'), /belongs to no book/],
    ['has a part with an absolute path', () => changeBook('/etc/passwd', 'x'), /belongs to no book/],
    [
      'is of a newer version',
      () =>
        packZip(
          members.map(({ name, bytes: own }) => {
            if (name !== 'manifest.json') return { name, bytes: own };
            const stated = JSON.parse(Buffer.from(own).toString()) as Record<string, unknown>;
            return { name, bytes: Buffer.from(JSON.stringify({ ...stated, schema_version: 9999 })) };
          }),
        ),
      /schema 9999\), which is newer.*Update Zorivest/,
    ],
    ['has a part that is not listed', () => changeBook('extra.csv', 'x', { isListed: false }), /not in the manifest/],
    ['has another header', () => changeBook('trades.csv', 'exec_id,evil\r\n'), /trades\.csv lacks .* has evil/],
    [
      'has a row that is too short',
      () => changeBook('trades.csv', trades('T1,2026-01-01')),
      /trades\.csv, line 2: has 2 cells/,
    ],
    ['has a quote that never closes', () => changeBook('hidden_tags.csv', 'tag\r\n"open'), /never closes/],
    [
      'has text where a number belongs',
      () =>
        changeBook(
          'tax_payments.csv',
          'id,tax_year,quarter,amount,paid_on,created_at\r\n1,2026,x,1,2026-01-01,2026-01-01\r\n',
        ),
      /tax_payments\.csv, line 2: quarter "x" is no number/,
    ],
    [
      'contradicts itself',
      () => changeBook('trade_tags.csv', 'exec_id,tag\r\nnobody,"a\r\ntag"\r\nnobody,other\r\n'),
      /contradict each other: trade_tags\.csv, line 2: it names a row that is not in trades\.csv; trade_tags\.csv, line 4:/,
    ],
    [
      'has an id twice',
      () => changeBook('hidden_tags.csv', 'tag\r\none\r\ntwo\r\none\r\n'),
      /hidden_tags\.csv, line 4: UNIQUE/,
    ],
    [
      'has rows that no user could have written',
      () =>
        changeBook(
          'tax_payments.csv',
          `id,tax_year,quarter,amount,paid_on,created_at\r\n${[
            '1,2026,1,ten,2026-01-15,2026-01-15T10:00:00.000Z',
            '2,2026,1,10.5,2026-02-30,2026-01-15T10:00:00.000Z',
            '3,2026,1,10.5,2026-01-15,2026-01-15T10:00:00.000Z',
            '4,2026,1,,2026-01-15,2026-01-15T10:00:00.000Z',
          ].join('\r\n')}\r\n`,
        ),
      /tax_payments\.csv, line 2: amount "ten" is no number; line 3: paid_on "2026-02-30" is no day such as 2026-01-15; line 5: amount is missing\./,
    ],
    [
      'has a fill of nothing',
      () => changeBook('trades.csv', trades(tradeRow({ quantity: '0' }))),
      /trades\.csv, line 2: quantity "0" must be above 0/,
    ],
    [
      'has a word that is none',
      () => changeBook('trades.csv', trades(tradeRow({ asset_class: 'BEANS' }))),
      /trades\.csv, line 2: asset_class "BEANS" must be one of EQUITY/,
    ],
    [
      'breaks a rule of the book',
      () =>
        changeBook(
          'tax_payments.csv',
          'id,tax_year,quarter,amount,paid_on,created_at\r\n1,2026,9,1,2026-01-01,2026-01-01T10:00:00.000Z\r\n',
        ),
      /tax_payments\.csv, line 2: CHECK/,
    ],
    [
      'is no UTF-8',
      () => changeBook('hidden_tags.csv', Buffer.from([0x74, 0x61, 0x67, 0x0d, 0x0a, 0xff, 0xfe, 0x0d, 0x0a])),
      /UTF-8/,
    ],
    ['is a bomb', () => changeBook('hidden_tags.csv', Buffer.alloc(64 << 20, 0x20)), /would unpack to/],
  ])('%s: refused with its reason, and nothing is changed', async (_, make, reason) => {
    await expect(take(make())).rejects.toThrow(reason);
    expect((await empty.client.accounts.list({})).map(({ account_id }) => account_id)).toEqual(['main']);
    expect((await empty.client.trades.list({ query: {} })).total).toBe(0);
  });

  it('the book continues, and takes the right one', async () => {
    await take(packZip(members));
    await empty.client.trades.create({ body: { ...fill, account_id: 'main', exec_id: 'LATER' } });
    await expect(take(packZip(members))).rejects.toMatchObject({ status: 409 });
  });
});
