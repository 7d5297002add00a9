// How fast statements are read, and in how much memory, beside papaparse turning the same bytes into rows of text.
import { spawnSync } from 'node:child_process';
import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streamBankStatement, streamBrokerFile } from '@zorivest/imports';
import Papa from 'papaparse';

const MB = 1024 * 1024;
const quick = process.argv.includes('--quick');
const SIZE = (quick ? 10 : 100) * MB;

function two(value: number): string {
  return String(value).padStart(2, '0');
}

const SYMBOLS = ['AAPL', 'MSFT', 'SPY', 'TSLA', 'NVDA', 'AMD', 'QQQ', 'META'];

/** What the rows of every file are made of. */
function fillOf(row: number) {
  const quantity = 100 + (row % 900);
  return {
    row,
    symbol: SYMBOLS[row % SYMBOLS.length] ?? '',
    buys: row % 2 === 0,
    price: (100 + (row % 5000) / 100).toFixed(2),
    quantity,
    value: (quantity * 1.25).toFixed(2),
    day: two(1 + (Math.floor(row / 20_000) % 28)),
    clock: `10:${two(Math.floor(row / 60) % 60)}:${two(row % 60)}`,
  };
}

type Filled = ReturnType<typeof fillOf>;

interface Statement {
  readonly name: string;
  readonly head: string;
  readonly line: (fill: Filled) => string;
  readonly read: (path: string) => Promise<number>;
}

const webull = {
  head: 'Name,Symbol,Market,Place Time,Fill Time,Side,Side Type,Order Type,Filled AVG Price,Filled Qty,Traded Value,Commission,Fee,Submitted Quantity,Limit Price,Time in Force,Extended Hours\n',
  line({ symbol, buys, price, quantity, value, day, clock }: Filled) {
    const time = `01/${day}/2024 ${clock} EST`;
    return `Apple Inc,${symbol},NASDAQ,${time},${time},${buys ? 'Buy' : 'Sell'},Open,Limit,$${price},${quantity},$${value},$0.50,$0.02,${quantity},$${price},DAY,N\n`;
  },
};

const STATEMENTS: Readonly<Record<string, Statement>> = {
  // The peer: papaparse alone, chunk by chunk, giving rows of text and nothing more.
  papaparse: {
    name: 'papaparse: rows of text',
    ...webull,
    async read(path) {
      let rows = 0;
      let rest = '';
      const decoder = new TextDecoder();
      for await (const bytes of pieces(path)) {
        const text = rest + decoder.decode(bytes, { stream: true });
        const cut = text.lastIndexOf('\n') + 1;
        rest = text.slice(cut);
        rows += Papa.parse<string[]>(text.slice(0, cut), { delimiter: ',', skipEmptyLines: true }).data.length;
      }
      return rows - 1;
    },
  },
  webull: { name: 'Webull orders: checked executions with ids', ...webull, read: executions },
  schwab: {
    name: 'Schwab history, every cell in quotes, days without times',
    head: '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"\n',
    line: ({ symbol, buys, price, quantity, value, day }) =>
      `"01/${day}/2024","${buys ? 'Buy' : 'Sell'}","${symbol}","APPLE INC","${quantity}","$${price}","$0.02","$${value}"\n`,
    read: executions,
  },
  ibkr_flex_csv: {
    name: 'IBKR Flex CSV: executions under their own ids',
    head: 'ClientAccountID,CurrencyPrimary,AssetClass,Symbol,UnderlyingSymbol,Strike,Expiry,Put/Call,Multiplier,TradeID,DateTime,Quantity,TradePrice,IBCommission,IBCommissionCurrency,Buy/Sell,LevelOfDetail,TransactionType\n',
    line: ({ row, symbol, buys, price, quantity, day, clock }) =>
      `U1,USD,STK,${symbol},,,,,1,${1_000_000 + row},202401${day};${clock.replaceAll(':', '')},${buys ? '' : '-'}${quantity},${price},-1.05,USD,${buys ? 'BUY' : 'SELL'},EXECUTION,ExchTrade\n`,
    read: executions,
  },
  ofx: {
    name: 'OFX: transactions',
    head: 'OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>\n',
    line: ({ row }) =>
      `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20240105120000<TRNAMT>-${row % 1000}.25<FITID>${row}<NAME>Payee ${row % 500}<MEMO>Card purchase number ${row}</STMTTRN>\n`,
    async read(path) {
      let rows = 0;
      for await (const accounts of streamBankStatement(pieces(path)))
        for (const { transactions } of accounts) rows += transactions.length;
      return rows;
    },
  },
};

function pieces(path: string): AsyncIterable<Uint8Array> {
  return createReadStream(path);
}

async function executions(path: string): Promise<number> {
  let rows = 0;
  for await (const batch of streamBrokerFile(pieces(path))) rows += batch.executions.length;
  return rows;
}

function write(path: string, { head, line }: Statement): void {
  const file = openSync(path, 'w');
  let text = head;
  for (let sent = 0, row = 0; sent < SIZE; text = '') {
    while (text.length < MB) text += line(fillOf(row++));
    sent += writeSync(file, text);
  }
  closeSync(file);
}

interface Measured {
  readonly megabytes_per_second: number;
  readonly rows: number;
  /** The most memory the process ever held, Node itself included. */
  readonly memory: number;
}

async function measured({ read }: Statement, path: string): Promise<Measured> {
  const reading = cpu();
  const rows = await read(path);
  const megabytes_per_second = SIZE / MB / reading();
  return { megabytes_per_second, rows, memory: process.resourceUsage().maxRSS / 1024 };
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
  // Here only, so that the service is not in the memory of those who read.
  const { initBook, startService } = await import('@zorivest/api');
  const { createClient } = await import('@zorivest/contract');
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

function reads(): void {
  const folder = mkdtempSync(join(tmpdir(), 'zorivest-bench-'));
  const path = join(folder, 'statement');
  const flags = [...process.execArgv, import.meta.filename, ...(quick ? ['--quick'] : [])];
  try {
    const results = Object.entries(STATEMENTS).map(([key, statement]) => {
      write(path, statement);
      // Each in a process of its own, so that one's memory is not another's.
      const run = spawnSync(process.execPath, [...flags, `--only=${key}`, `--file=${path}`], { encoding: 'utf8' });
      if (run.status !== 0) throw new Error(run.stderr);
      return { name: statement.name, ...(JSON.parse(run.stdout) as Measured) };
    });
    const peer = results[0]?.megabytes_per_second ?? 1;
    console.log(`${SIZE / MB} MB each, from a file, CPU time of all threads.\n`);
    console.log('| reads | rows | MB/s | ratio to papaparse | memory in all (MB) |');
    console.log('|---|---:|---:|---:|---:|');
    for (const { name, rows, megabytes_per_second: speed, memory } of results)
      console.log(
        `| ${name} | ${rows.toLocaleString('en-US')} | ${speed.toFixed(1)} | ${(speed / peer).toFixed(2)} | ${memory.toFixed(0)} |`,
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function argument(name: string): string | undefined {
  return process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
}

const only = argument('only');
const statement = STATEMENTS[only ?? ''];
const file = argument('file');
if (only === 'growth') await growth();
else if (statement !== undefined && file !== undefined) console.log(JSON.stringify(await measured(statement, file)));
else {
  reads();
  if (only !== 'reads') await growth();
}
