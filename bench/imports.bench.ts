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

/** Here only, so that the service's client is not in the memory of those who read. */
const growth = async (short: boolean) => (await import('./imports/growth.ts')).growth(short);

const only = argument('only');
const statement = STATEMENTS[only ?? ''];
const file = argument('file');
if (only === 'growth') await growth(quick);
else if (statement !== undefined && file !== undefined) console.log(JSON.stringify(await measured(statement, file)));
else {
  reads();
  if (only !== 'reads') await growth(quick);
}
