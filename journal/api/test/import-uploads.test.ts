// A statement is sent once, then previewed and imported by its id; nothing of it outlives what it is for.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiError } from '@zorivest/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, passphrase, withAccount, type TestService } from './test-service.ts';
import { pdf } from './pdf.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  for (const id of ['U1', 'U2']) await withAccount(service.client, id);
  await service.client.accounts.create({ body: { account_id: 'B1', name: 'Checking', account_type: 'bank' } });
});
afterAll(() => service.close());

const das = (symbol: string, ...times: string[]) =>
  `Date,Time,Symbol,B/S,Qty,Price,Route,Commission\n${times.map((time) => `01/02/2024,${time},${symbol},B,100,185.00,ARCA,0.50`).join('\n')}\n`;
const uploadOf = (name: string, text: string | Uint8Array) => ({
  name,
  bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text,
});
/** Made-up statements as workbooks. */
const workbook = (name: string) => readFileSync(join(import.meta.dirname, '../../imports/testing/workbooks', name));
const send = async (...files: ReturnType<typeof uploadOf>[]) =>
  (await service.client.imports.upload({ body: { files } })).uploads;
const lying = () => readdirSync(join(service.home, 'uploads'));
const fills = async (instrument: string) => (await service.client.trades.list({ query: { instrument } })).total;

describe('an upload', () => {
  it('is known for what it is, previewed and imported by its id, in the words of /import/csv', async () => {
    const [upload] = await send(uploadOf('das.csv', das('UPA', '09:30:01', '09:30:02')));
    expect(upload).toMatchObject({ format: 'lightspeed', kind: 'broker_csv', accounts: [], name: 'das.csv' });
    expect(upload?.confidence).toBeGreaterThan(0.8);
    const params = { upload_id: upload?.id ?? '' };
    const body = { account_id: 'U1' };
    expect(await service.client.imports.previewUpload({ params, body })).toMatchObject({
      preview: true,
      run_id: null,
      imported: 2,
    });
    expect(await fills('UPA')).toBe(0);
    const done = await service.client.imports.importUpload({ params, body });
    expect(done).toMatchObject({ preview: false, imported: 2, detected_format: 'lightspeed' });
    expect(await fills('UPA')).toBe(2);
    expect(await service.client.imports.importUpload({ params, body })).toMatchObject({ imported: 0, duplicates: 2 });
  });

  it('of an unknown table shows its headings and first rows, so that a person can say which column is what', async () => {
    const [upload] = await send(uploadOf('mine.csv', 'Tag;Papier;Wieviel;Kurs\n02.01.2024;UPT;10;1.234,50\n'));
    const params = { upload_id: upload?.id ?? '' };
    expect(await service.client.imports.uploadTable({ params })).toMatchObject({
      columns: ['Tag', 'Papier', 'Wieviel', 'Kurs'],
      rows: [['02.01.2024', 'UPT', '10', '1.234,50']],
      decimal_mark: ',',
    });
    const gone = service.client.imports.uploadTable({ params: { upload_id: '0'.repeat(32) } });
    await expect(gone).rejects.toMatchObject({ status: 404 });
  });

  it('of a workbook is read by the sheet whose columns are known, or by the one that is named', async () => {
    const bytes = workbook('january.xlsx');
    const [upload] = await send(uploadOf('january.xlsx', bytes));
    expect(upload).toMatchObject({ format: 'lightspeed', kind: 'broker_csv', sheets: ['About', 'January'] });
    expect(upload?.reason).toMatch(/^Sheet "January"\. /);
    const params = { upload_id: upload?.id ?? '' };
    const body = { account_id: 'U1' };
    const done = await service.client.imports.importUpload({ params, body });
    expect(done).toMatchObject({ imported: 2, detected_format: 'lightspeed' });
    expect(done.warnings).toContain('Of the workbook "January" was read, not "About".');
    expect(await fills('UPX')).toBe(1);
    const about = { ...body, sheet: 'About' };
    expect(await service.client.imports.previewUpload({ params, body: about })).toMatchObject({ imported: 0 });
    expect(await service.client.imports.uploadTable({ params, query: { sheet: 'January' } })).toMatchObject({
      columns: ['Date', 'Time', 'Symbol', 'B/S', 'Qty', 'Price', 'Route', 'Commission'],
    });
    await expect(service.client.imports.previewUpload({ params, body: { ...body, sheet: 'March' } })).rejects.toThrow(
      'The workbook has no sheet "March" with cells. It has "About", "January".',
    );
    const csv = { account_id: 'U1', sheet: 'January', file: uploadOf('a.csv', das('UPZ', '09:30:01')) };
    await expect(service.client.imports.brokerCsv({ body: csv })).rejects.toThrow('the file is not a workbook');
    expect(
      await service.client.imports.brokerCsv({ body: { account_id: 'U2', file: uploadOf('again.xlsx', bytes) } }),
    ).toMatchObject({ imported: 2 });
  });

  it('of another journal brings what was written about a trade, once, and takes it along when it is undone', async () => {
    const text = `date,symbol,side,currency,underlying,asset_type,price,quantity,commission,fees,stop_loss,profit_target,tags,notes,spread_id
2024-01-02 14:30:00+0000,UPW,sell,USD,UPW,stock,185.50,100,1.00,0.10,186,184,"gap,trend",<p>Waited</p>,s1
2024-01-02 15:00:00+0000,UPW,buy,USD,UPW,stock,185.00,100,0,0,N/A,N/A,"gap,trend",<p>Waited</p>,s1
`;
    const body = { account_id: 'U1', file: uploadOf('tradesviz.csv', text) };
    const { run_id } = await service.client.imports.brokerCsv({ body });
    const listTagged = () => service.client.roundTrips.list({ query: { tags: 'trend' } });
    expect((await listTagged()).items).toMatchObject([{ instrument: 'UPW', tags: ['gap', 'trend'] }]);
    const { items } = await service.client.trades.list({ query: { instrument: 'UPW' } });
    expect(items.map(({ notes }) => notes)).toEqual([null, 'Waited']);
    expect(await service.client.imports.brokerCsv({ body })).toMatchObject({ imported: 0, duplicates: 2 });
    await service.client.imports.undo({ params: { run_id: run_id ?? '' } });
    expect((await listTagged()).items).toEqual([]);
  });

  it('of a bank that sends workbooks is its statement, and what only looks like a workbook says what it is', async () => {
    const bytes = workbook('movimenti.xlsx');
    expect(await send(uploadOf('movimenti.xlsx', bytes), uploadOf('cut.xlsx', bytes.subarray(0, 200)))).toMatchObject([
      { kind: 'bank', format: 'csv' },
      { format: 'unknown', reason: expect.stringContaining('The file is cut off') as string },
    ]);
    const sent = await service.client.banking.importStatement({
      body: { account_id: 'B1', file: uploadOf('movimenti.xlsx', bytes), preview: true },
    });
    expect(sent).toMatchObject({ imported: 1 });
  });

  it('of a table no bank is known by becomes a statement once the person says so and which column is what', async () => {
    const text = 'Gebucht;Zweck;Wert;Richtung\n02.01.2024;Miete;1.200,00;S\n03.01.2024;Gehalt;2.500,00;H\n';
    const [upload] = await send(uploadOf('konto.csv', text));
    expect(upload).toMatchObject({ format: 'unknown', kind: 'broker_csv' });
    await service.client.banking.saveProfile({
      params: { name: 'konto' },
      body: { columns: { date: 'Gebucht', payee: 'Zweck', amount: 'Wert', sign: 'Richtung' }, currency: 'EUR' },
    });
    const params = { upload_id: upload?.id ?? '' };
    const body = { account_id: 'B1', kind: 'bank', profile: 'konto' } as const;
    expect(await service.client.imports.previewUpload({ params, body })).toMatchObject({
      imported: 2,
      run_id: null,
      movements: [
        { date: '2024-01-02', amount: -1200, currency: 'EUR', description: 'Miete' },
        { date: '2024-01-03', amount: 2500, currency: 'EUR', description: 'Gehalt' },
      ],
    });
    const { run_id } = await service.client.imports.importUpload({ params, body });
    const { items } = await service.client.banking.transactions({ query: { account_id: 'B1', from: '2024-01-01' } });
    expect(items.map(({ date, amount, currency }) => [date, amount, currency])).toEqual([
      ['2024-01-03', 2500, 'EUR'],
      ['2024-01-02', -1200, 'EUR'],
    ]);
    await service.client.imports.undo({ params: { run_id: run_id ?? '' } });
    await service.client.banking.removeProfile({ params: { name: 'konto' } });
    await expect(service.client.imports.previewUpload({ params, body })).rejects.toMatchObject({ status: 404 });
  });

  it('lies encrypted, and is gone after an undo', async () => {
    const [upload] = await send(uploadOf('secret.csv', das('SECRETX', '09:30:01')));
    const path = join(service.home, 'uploads', upload?.id ?? '');
    expect(readFileSync(path).includes('SECRETX')).toBe(false);
    const params = { upload_id: upload?.id ?? '' };
    const { run_id } = await service.client.imports.importUpload({ params, body: { account_id: 'U1' } });
    await service.client.imports.undo({ params: { run_id: run_id ?? '' } });
    await expect.poll(lying).not.toContain(upload?.id);
    await expect(service.client.imports.previewUpload({ params, body: {} })).rejects.toMatchObject({ status: 404 });
  });

  it('asks for an account when neither the file nor the caller names one, and goes by what the file names', async () => {
    const [plain] = await send(uploadOf('das.csv', das('UPB', '09:30:01')));
    const attempt = service.client.imports.importUpload({ params: { upload_id: plain?.id ?? '' }, body: {} });
    await expect(attempt).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('account_id') as unknown,
    });

    const head = 'Account,T/D,S/D,Currency,Type,Side,Symbol,Qty,Price,Exec Time,Comm\n';
    const rows = ['Q-100', 'Q-200'].map(
      (account) => `${account},01/08/2024,01/10/2024,USD,E,B,UPC,1,160,09:30:01,0.1\n`,
    );
    const [two] = await send(uploadOf('two.csv', head + rows.join('')));
    expect(two?.accounts).toEqual(['Q-100', 'Q-200']);
    const params = { upload_id: two?.id ?? '' };
    expect(await service.client.imports.importUpload({ params, body: {} })).toMatchObject({
      needs_review: true,
      imported: 0,
    });
    const accounts = { 'Q-100': 'U1', 'Q-200': 'U2' };
    expect(await service.client.imports.importUpload({ params, body: { accounts } })).toMatchObject({ imported: 2 });
    const [again] = await send(uploadOf('next.csv', head + rows.join('').replaceAll('UPC', 'UPD')));
    const next = await service.client.imports.importUpload({ params: { upload_id: again?.id ?? '' }, body: {} });
    expect(next).toMatchObject({ needs_review: false, imported: 2 });
  });

  it('that is known by its shape only is imported by the review that was shown', async () => {
    const [upload] = await send(uploadOf('t.csv', 'Date,Symbol,Side,Qty,Price\n2024-02-01 10:00,UPE,Buy,10,400\n'));
    expect(upload).toMatchObject({ format: 'generic', confidence: 0.5 });
    const params = { upload_id: upload?.id ?? '' };
    const { review } = await service.client.imports.previewUpload({ params, body: { account_id: 'U1' } });
    const review_id = review?.review_id ?? '';
    const body = { account_id: 'U1', accept: true, review_id };
    expect(await service.client.imports.importUpload({ params, body })).toMatchObject({
      needs_review: false,
      imported: 1,
    });
    // In another zone it is another reading, which has not been seen.
    const elsewhere = { ...body, time_zone: 'Europe/Berlin' };
    expect(await service.client.imports.importUpload({ params, body: elsewhere })).toMatchObject({
      needs_review: true,
    });
  });

  it('may be a PDF or a bank statement', async () => {
    const confirmation = await pdf([
      'FIRSTRADE HOUSE REP',
      'ACCOUNT NUMBER: 123',
      'YOU BOUGHT XBI 78464A870 06/29/22 07/01/22 MARGIN 5 $74.33000',
      'SPDR SER TR PRINCIPAL $371.65',
      'UNSOLICITED FEES $0.05',
    ]);
    const asTable = service.client.imports.previewUpload({
      params: { upload_id: (await send(uploadOf('d.pdf', confirmation)))[0]?.id ?? '' },
      body: { account_id: 'U1', kind: 'bank' },
    });
    await expect(asTable).rejects.toMatchObject({ status: 422 });
    const qif = '!Type:Bank\nD01/05/2024\nT-12.50\nPShop\n^\n';
    const [one, two] = await send(uploadOf('c.pdf', confirmation), uploadOf('b.qif', qif));
    expect([one?.format, two?.format]).toEqual(['firstrade', 'qif']);
    const run = (id: string | undefined, account_id: string) =>
      service.client.imports.importUpload({ params: { upload_id: id ?? '' }, body: { account_id } });
    expect(await run(one?.id, 'U1')).toMatchObject({ imported: 1, detected_format: 'firstrade' });
    expect(await run(two?.id, 'B1')).toMatchObject({ imported: 1, detected_format: 'qif' });
    const mixed = service.client.imports.importUpload({
      params: { upload_id: one?.id ?? '' },
      body: { account_id: 'U1', uploads: [two?.id ?? ''] },
    });
    await expect(mixed).rejects.toMatchObject({ status: 409 });
  });
});

it('several files go into one run, which is undone as one', async () => {
  const files = [uploadOf('jan.csv', das('UPF', '09:30:01')), uploadOf('feb.csv', das('UPG', '09:30:01', '09:31:00'))];
  const [jan, feb] = await send(...files);
  const params = { upload_id: jan?.id ?? '' };
  const body = { account_id: 'U1', uploads: [feb?.id ?? ''] };
  const done = await service.client.imports.importUpload({ params, body });
  expect(done).toMatchObject({ imported: 3, total_rows: 3 });
  const { file_name } = await service.client.imports.get({ params: { run_id: done.run_id ?? '' }, query: {} });
  expect(file_name).toBe('jan.csv and 1 more');
  await service.client.imports.undo({ params: { run_id: done.run_id ?? '' } });
  expect([await fills('UPF'), await fills('UPG')]).toEqual([0, 0]);
  expect(lying()).not.toEqual(expect.arrayContaining([jan?.id, feb?.id]));
});

it('a browser sends its files as they are', async () => {
  const form = new FormData();
  for (const name of ['a.csv', 'b.csv']) form.append('file', new File([das(`W${name[0]}`, '09:30:01')], name));
  const { session_token } = await service.client.auth.unlock({ body: { api_key: service.apiKey } });
  const answer = await fetch(`${service.url}/api/v1/import/uploads`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${session_token}` },
  });
  expect(answer.status).toBe(201);
  const { uploads } = (await answer.json()) as { uploads: { name: string }[] };
  expect(uploads.map(({ name }) => name)).toEqual(['a.csv', 'b.csv']);
});

it('those who watch see how far it is', async () => {
  const leave = new AbortController();
  const seen: { type: string; data: Record<string, unknown> }[] = [];
  const feed = await service.client.system.events({}, { signal: leave.signal });
  const watching = (async () => {
    for await (const event of feed) seen.push(event);
  })().catch(() => {});
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  const two = (n: number) => String(n).padStart(2, '0');
  const times = Array.from(
    { length: 25_000 },
    (_, at) => `${two(9 + Math.floor(at / 3600))}:${two(Math.floor(at / 60) % 60)}:${two(at % 60)}`,
  );
  const [upload] = await send(uploadOf('large.csv', das('UPH', ...times)));
  const params = { upload_id: upload?.id ?? '' };
  await service.client.imports.previewUpload({ params, body: { account_id: 'U1' } });
  const importEvents = () => seen.filter(({ type }) => type === 'import').map(({ data }) => data);
  await expect.poll(() => importEvents().at(-1)).toMatchObject({ stage: 'done', upload_id: upload?.id, run_id: null });
  const read = importEvents().filter(({ stage }) => stage === 'reading');
  expect(read.length).toBeGreaterThan(1);
  expect(read.at(-1)).toMatchObject({ bytes_read: upload?.size, bytes_total: upload?.size, file_name: 'large.csv' });
  leave.abort();
  await watching;
});

describe('what lies there', () => {
  it('is at most two gigabytes together', async () => {
    const { db } = service.service.app.store;
    const full = {
      upload_id: '00000000-0000-4000-8000-000000000000',
      name: 'full.csv',
      size: 2 * 1024 ** 3 - 100,
      sha256: '',
      cipher_key: '',
      cipher_iv: '',
      kind: 'broker_csv',
      key_id: null as string | null,
      run_id: null,
      created_at: new Date().toISOString(),
    };
    const before = lying().length;
    const statement = uploadOf('more.csv', das('UPI', '09:30:01', '09:30:02'));
    const sendWith = async (there: Partial<typeof full>, sender = service.client) => {
      await db
        .insertInto('import_uploads')
        .values({ ...full, ...there })
        .execute();
      writeFileSync(join(service.home, 'uploads', full.upload_id), 'x');
      const sent = sender.imports.upload({ body: { files: [statement] } }).then(
        () => 201,
        (error: unknown) => (error as ApiError).status,
      );
      const status = await sent;
      await db.deleteFrom('import_uploads').where('upload_id', '=', full.upload_id).execute();
      return status;
    };
    expect(await sendWith({})).toBe(413);
    // What a key has not imported yet, and what all keys have: the rest is the person's.
    const [waiting, keys] = [200 * 1024 ** 2 - 100, 1024 ** 3 - 100];
    expect(await sendWith({ size: waiting, key_id: service.keyId })).toBe(413);
    expect(await sendWith({ size: keys, key_id: 'key_other' })).toBe(413);
    expect(lying().length).toBe(before + 1);
    expect(await sendWith({ size: waiting, key_id: 'key_other' })).toBe(201);
    expect(await sendWith({ size: keys, key_id: 'key_other' }, service.person)).toBe(201);
  });

  it('is of the key that sent it, and of the person', async () => {
    const [upload] = await send(uploadOf('own.csv', das('UPK', '09:30:01')));
    const params = { upload_id: upload?.id ?? '' };
    const other = service.as(await service.keyFor('admin'));
    const body = { account_id: 'U1' };
    await expect(other.imports.previewUpload({ params, body })).rejects.toMatchObject({ status: 404 });
    await expect(other.imports.importUpload({ params, body })).rejects.toMatchObject({ status: 404 });
    const named_ = { operation: 'imports.brokerCsv', body, upload_id: params.upload_id };
    await expect(other.approvals.request({ body: named_ })).rejects.toMatchObject({ status: 404 });
    expect(await service.person.imports.previewUpload({ params, body })).toMatchObject({ imported: 1 });
  });

  it('is refused when it was changed, and nothing of it is stored', async () => {
    const [upload] = await send(uploadOf('das.csv', das('UPJ', '09:30:01')));
    const path = join(service.home, 'uploads', upload?.id ?? '');
    const bytes = readFileSync(path);
    bytes[bytes.length - 8] = (bytes[bytes.length - 8] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    const changed = service.client.imports.importUpload({
      params: { upload_id: upload?.id ?? '' },
      body: { account_id: 'U1' },
    });
    await expect(changed).rejects.toMatchObject({ status: 409 });
    expect(await fills('UPJ')).toBe(0);
  });

  it('is gone after a day', async () => {
    const [upload] = await send(uploadOf('das.csv', das('UPK', '09:30:01')));
    const params = { upload_id: upload?.id ?? '' };
    service.advance(23 * 3600 * 1000);
    expect(await service.client.imports.previewUpload({ params, body: { account_id: 'U1' } })).toMatchObject({
      imported: 1,
    });
    service.advance(2 * 3600 * 1000);
    const late = service.client.imports.previewUpload({ params, body: { account_id: 'U1' } });
    await expect(late).rejects.toMatchObject({ status: 404 });
    await send(uploadOf('das.csv', das('UPK', '09:30:02')));
    expect(lying()).not.toContain(upload?.id);
  });

  it('is gone when the vault is locked, when the service ends, and at the start after a crash', async () => {
    await send(uploadOf('das.csv', das('UPL', '09:30:01')));
    expect(lying().length).toBeGreaterThan(0);
    await service.person.auth.lock({});
    expect(lying()).toEqual([]);
    await service.person.system.unlock({ body: { passphrase } });
    const [upload] = await send(uploadOf('das.csv', das('UPL', '09:30:01')));
    writeFileSync(join(service.home, 'uploads', 'left-by-a-crash'), 'x');
    service = await service.restart();
    expect(lying()).toEqual([]);
    const gone = service.client.imports.previewUpload({ params: { upload_id: upload?.id ?? '' }, body: {} });
    await expect(gone).rejects.toMatchObject({ status: 404 });
  });
});

describe('a watched folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zorivest-watched-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const put = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    // It was whole a while ago.
    utimesSync(join(folder, name), new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
  };
  const states = async () => {
    const { files } = await service.client.imports.watch({});
    return Object.fromEntries(files.map(({ name, state }) => [name, state]));
  };
  /** Until the folder's turn has come once more. */
  const nextTurn = async () => {
    const turnAt = async () => (await service.client.imports.watch({})).turn_at;
    const before = await turnAt();
    await expect.poll(turnAt, { interval: 200 }).not.toBe(before);
  };
  const watch = (path: string) => service.person.imports.setWatch({ body: { folder: path, account_id: 'U1' } });

  it('is off until the person names one that holds statements only', async () => {
    expect(await service.client.imports.watch({})).toMatchObject({ state: 'off', folder: null, files: [] });
    for (const path of ['statements', '/', service.home, join(service.home, 'uploads'), join(folder, 'none')])
      await expect(watch(path)).rejects.toMatchObject({ status: 422 });
    const body = { folder, account_id: 'nowhere' };
    await expect(service.person.imports.setWatch({ body })).rejects.toMatchObject({ status: 404 });
  });

  it('brings in what leaves nothing open, asks about the rest, and opens nothing that is no file', async () => {
    put('good.csv', das('WTA', '09:30:01', '09:30:02'));
    put('half.csv', `${das('WTB', '09:30:01')}01/02/2024,09:31:00,WTB,B,ten,185.00,ARCA,0.50\n`);
    put('letter.txt', 'Dear reader, how are you?\n');
    put('still.csv.part', das('WTC', '09:30:01'));
    symlinkSync('/etc/passwd', join(folder, 'link.csv'));
    mkdirSync(join(folder, 'other'));
    const socket = createServer().listen(join(folder, 'pipe.csv'));
    const set = await watch(folder);
    expect(set).toMatchObject({
      state: 'watching',
      account_id: 'U1',
      warning: expect.stringContaining('an assistant'),
    });
    await expect.poll(states, { timeout: 30_000 }).toMatchObject({
      'good.csv': 'imported',
      'half.csv': 'asked',
      'letter.txt': 'asked',
      'link.csv': 'refused',
      'pipe.csv': 'refused',
    });
    expect([await fills('WTA'), await fills('WTB'), await fills('WTC')]).toEqual([2, 0, 0]);
    expect(readdirSync(folder).toSorted()).toEqual([
      'half.csv',
      'imported',
      'letter.txt',
      'link.csv',
      'other',
      'pipe.csv',
      'still.csv.part',
    ]);
    socket.close();
    expect(readdirSync(join(folder, 'imported'))).toEqual(['good.csv']);
    const { files } = await service.client.imports.watch({});
    const run_id = files.find(({ name }) => name === 'good.csv')?.run_id ?? '';
    expect(await service.client.imports.undo({ params: { run_id } })).toMatchObject({ trades_removed: 2 });
    const after = (await service.client.imports.watch({})).files.find(({ name }) => name === 'good.csv');
    expect(after?.message).toMatch(/^Undone since/);
  });

  it('only adds, waits while the assistants are stopped, and moves aside what was imported by hand', async () => {
    await service.client.guard.lock({ body: { reason: 'a walk' } });
    put('more.csv', das('WTD', '09:30:01'));
    // One turn may be running, the next would find the file, and the one after it would take it.
    for (let turn = 0; turn < 3; turn++) await nextTurn();
    expect(await service.client.imports.watch({})).toMatchObject({ state: 'paused' });
    expect([await states(), await fills('WTD')]).toEqual([expect.not.objectContaining({ 'more.csv': 'imported' }), 0]);
    expect(readdirSync(folder)).toContain('more.csv');
    await service.client.guard.unlock({});
    await expect.poll(states, { timeout: 30_000 }).toMatchObject({ 'more.csv': 'imported' });
    // A program that had only paused writes on, in the file that was moved aside by then.
    put('imported/more.csv', das('WTD', '09:30:01', '09:30:02'));
    await expect.poll(() => fills('WTD'), { timeout: 30_000 }).toBe(2);
    put('costs.csv', das('WTD', '09:30:01').replace('0.50', '0.75'));
    await expect.poll(states, { timeout: 30_000 }).toMatchObject({ 'costs.csv': 'asked' });
    const bytes = readFileSync(join(folder, 'costs.csv'));
    const done = await service.client.imports.brokerCsv({
      body: { account_id: 'U1', file: { name: 'costs.csv', bytes } },
    });
    expect(done).toMatchObject({ updated: 1 });
    await expect.poll(states, { timeout: 30_000 }).toMatchObject({ 'costs.csv': 'known' });
    expect(readdirSync(join(folder, 'imported')).toSorted()).toEqual(['costs.csv', 'good.csv', 'more.csv']);
    await service.person.imports.stopWatch({});
    expect(await service.client.imports.watch({})).toMatchObject({ state: 'off', files: [] });
  });
});
