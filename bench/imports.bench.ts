// How fast statements are read, and in how much memory, beside papaparse turning the same bytes into rows of text.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initBook, startService } from '@zorivest/api';
import { createClient } from '@zorivest/contract';
import { streamBankStatement, streamBrokerFile } from '@zorivest/imports';
import Papa from 'papaparse';

const MB = 1024 * 1024;
const quick = process.argv.includes('--quick');
const SIZE = (quick ? 10 : 100) * MB;
/** What a file is read in. */
const CHUNK = 64 * 1024;

/** A Webull order export of `size` bytes, made while it is read so that it takes no memory of its own. */
function* brokerCsv(size: number): Generator<Uint8Array> {
  const header =
    'Name,Symbol,Market,Place Time,Fill Time,Side,Side Type,Order Type,Filled AVG Price,Filled Qty,Traded Value,Commission,Fee,Submitted Quantity,Limit Price,Time in Force,Extended Hours\n';
  yield* written(size, header, (row) => {
    const price = (100 + (row % 5000) / 100).toFixed(2);
    const quantity = 100 + (row % 900);
    const clock = `01/${two(1 + (Math.floor(row / 20_000) % 28))}/2024 10:${two(Math.floor(row / 60) % 60)}:${two(row % 60)} EST`;
    return `Apple Inc,${SYMBOLS[row % SYMBOLS.length]},NASDAQ,${clock},${clock},${row % 2 === 0 ? 'Buy' : 'Sell'},Open,Limit,$${price},${quantity},$${(quantity * 1.25).toFixed(2)},$0.50,$0.02,${quantity},$${price},DAY,N\n`;
  });
}

function* written(size: number, head: string, line: (row: number) => string): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = head;
  let row = 0;
  for (let sent = 0; sent < size;) {
    while (text.length < CHUNK) text += line(row++);
    const bytes = encoder.encode(text);
    text = '';
    sent += bytes.length;
    yield bytes;
  }
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

const SYMBOLS = ['AAPL', 'MSFT', 'SPY', 'TSLA', 'NVDA', 'AMD', 'QQQ', 'META'];

function* ofx(size: number): Generator<Uint8Array> {
  const head =
    'OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>\n';
  yield* written(
    size,
    head,
    (row) =>
      `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20240105120000<TRNAMT>-${row % 1000}.25<FITID>${row}<NAME>Payee ${row % 500}<MEMO>Card purchase number ${row}</STMTTRN>\n`,
  );
}

interface Measured {
  readonly megabytes_per_second: number;
  readonly rows: number;
  /** The most memory the process held, over what it held before it read anything. */
  readonly memory: number;
}

type Reading = (sampled: () => void) => Promise<number>;

const readings: Readonly<
  Record<
    string,
    { readonly name: string; readonly make: (size: number) => Iterable<Uint8Array>; readonly read: Reading }
  >
> = {
  // The peer: papaparse alone, chunk by chunk, giving rows of text and nothing more.
  papaparse: {
    name: 'papaparse: rows of text',
    make: brokerCsv,
    read(sampled) {
      let rows = 0;
      let rest = '';
      const decoder = new TextDecoder();
      for (const bytes of brokerCsv(SIZE)) {
        const text = rest + decoder.decode(bytes, { stream: true });
        const cut = text.lastIndexOf('\n') + 1;
        rest = text.slice(cut);
        rows += Papa.parse<string[]>(text.slice(0, cut), { delimiter: ',', skipEmptyLines: true }).data.length;
        sampled();
      }
      return Promise.resolve(rows - 1);
    },
  },
  broker: {
    name: 'broker CSV: checked executions with ids',
    make: brokerCsv,
    async read(sampled) {
      let rows = 0;
      for await (const { executions } of streamBrokerFile(brokerCsv(SIZE))) {
        rows += executions.length;
        sampled();
      }
      return rows;
    },
  },
  bank: {
    name: 'OFX: transactions',
    make: ofx,
    async read(sampled) {
      let rows = 0;
      for await (const accounts of streamBankStatement(ofx(SIZE))) {
        for (const { transactions } of accounts) rows += transactions.length;
        sampled();
      }
      return rows;
    },
  },
};

async function measured(reading: string): Promise<Measured> {
  const { make, read } = readings[reading] ?? { make: brokerCsv, read: () => Promise.resolve(0) };
  const before = process.memoryUsage.rss();
  // Making the bytes is not reading them: its time is taken off.
  const making = cpu();
  for (const chunk of make(SIZE)) void chunk;
  const made = making();
  let memory = before;
  const reader = cpu();
  let batches = 0;
  const rows = await read(() => {
    // Asking the system costs more than a batch does: every sixteenth is enough to see a rise.
    if (batches++ % 16 === 0) memory = Math.max(memory, process.memoryUsage.rss());
  });
  return { megabytes_per_second: SIZE / MB / Math.max(reader() - made, 0.01), rows, memory: (memory - before) / MB };
}

/** CPU seconds since: a busy machine does not make a reader slower. */
function cpu(): () => number {
  const started = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1e6;
  };
}

/** Files of the same size into a real encrypted book that grows: what does one more cost when the book is large? */
async function growth(): Promise<void> {
  const rows = quick ? 5000 : 100_000;
  const files = 11;
  const home = mkdtempSync(join(tmpdir(), 'zorivest-bench-'));
  const kdf = { name: 'argon2id', passes: 1, memory_kib: 64, parallelism: 1, length: 32 } as const;
  const made = await initBook(home, 'correct horse battery staple', kdf);
  const service = await startService({ home, port: 0 });
  try {
    const client = createClient({ baseUrl: service.url, auth: { kind: 'key', apiKey: made.api_key } });
    await client.accounts.create({ body: { account_id: 'U1', name: 'Bench', account_type: 'broker' } });
    const send = async (file: number) => {
      const bytes = fills(file * rows, rows);
      const used = cpu();
      const { imported, duplicates } = await client.imports.brokerCsv({
        body: { account_id: 'U1', file: { bytes, name: 'fills.csv' } },
      });
      return { imported, duplicates, seconds: used() };
    };
    const first = await send(0);
    for (let file = 1; file < files - 1; file++) await send(file);
    const last = await send(files - 1);
    const again = await send(files - 1);
    const line = (name: string, { imported, duplicates, seconds }: typeof first) =>
      console.log(
        `| ${name} | ${imported.toLocaleString('en-US')} | ${duplicates.toLocaleString('en-US')} | ${seconds.toFixed(1)} | ${(seconds / first.seconds).toFixed(2)} |`,
      );
    console.log('\n| import | new | known | CPU s | ratio to the first |');
    console.log('|---|---:|---:|---:|---:|');
    line('into an empty book', first);
    line(`into a book of ${((files - 1) * rows).toLocaleString('en-US')}`, last);
    line('the same file again', again);
  } finally {
    await service.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Ten thousand fills a day, day after day: a later file is of later days. */
function dayOf(row: number): string {
  const day = Math.floor(row / 10_000);
  return `${two(1 + (Math.floor(day / 28) % 12))}/${two(1 + (day % 28))}/${2020 + Math.floor(day / 336)}`;
}

function fills(from: number, count: number): Uint8Array {
  let text = 'Date,Time,Symbol,B/S,Qty,Price,Route,Commission\n';
  for (let row = from; row < from + count; row++)
    text += `${dayOf(row)},1${Math.floor(row / 3600) % 9}:${two(Math.floor(row / 60) % 60)}:${two(row % 60)},SYM${row % 500},${row % 2 === 0 ? 'B' : 'S'},${row + 1},${(100 + (row % 5000) / 100).toFixed(2)},ARCA,0.50\n`;
  return new TextEncoder().encode(text);
}

const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice(7);
if (only === 'growth') await growth();
else if (only !== undefined) console.log(JSON.stringify(await measured(only)));
else {
  // Each in a process of its own, so that one's memory is not another's.
  const flags = [...process.execArgv, import.meta.filename, ...process.argv.slice(2)];
  const results = Object.entries(readings).map(([key, { name }]) => {
    const run = spawnSync(process.execPath, [...flags, `--only=${key}`], { encoding: 'utf8' });
    if (run.status !== 0) throw new Error(run.stderr);
    return { name, ...(JSON.parse(run.stdout) as Measured) };
  });
  const peer = results[0]?.megabytes_per_second ?? 1;
  console.log(`${SIZE / MB} MB each, one core, CPU time.\n`);
  console.log('| reads | rows | MB/s | ratio to papaparse | memory added (MB) |');
  console.log('|---|---:|---:|---:|---:|');
  for (const { name, rows, megabytes_per_second: speed, memory } of results)
    console.log(
      `| ${name} | ${rows.toLocaleString('en-US')} | ${speed.toFixed(1)} | ${(speed / peer).toFixed(2)} | ${memory.toFixed(0)} |`,
    );
  await growth();
}
