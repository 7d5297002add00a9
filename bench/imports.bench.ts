// How fast statements are read, and in how much memory, compared with papaparse turning the same bytes into rows of text.
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  createReadStream,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSheets, streamBankStatement, streamBrokerFile } from '@zorivest/imports';
import Papa from 'papaparse';
import { xlsx } from '../journal/imports/testing/xlsx.ts';
import { usageOf } from './imports/processes.ts';

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
    value: ((quantity * (10_000 + (row % 5000))) / 100).toFixed(2),
    day: two(1 + (Math.floor(row / 20_000) % 28)),
    clock: `10:${two(Math.floor(row / 60) % 60)}:${two(row % 60)}`,
  };
}

type SampleFill = ReturnType<typeof fillOf>;

interface Statement {
  readonly name: string;
  readonly head: string;
  readonly line: (fill: SampleFill) => string;
  readonly read: (path: string) => Promise<number>;
  /** What was written, as the file it is. */
  readonly pack?: (text: Uint8Array) => Uint8Array;
}

const webull = {
  head: 'Name,Symbol,Market,Place Time,Fill Time,Side,Side Type,Order Type,Filled AVG Price,Filled Qty,Traded Value,Commission,Fee,Submitted Quantity,Limit Price,Time in Force,Extended Hours\n',
  line({ symbol, buys, price, quantity, value, day, clock }: SampleFill) {
    const time = `01/${day}/2024 ${clock} EST`;
    return `Apple Inc,${symbol},NASDAQ,${time},${time},${buys ? 'Buy' : 'Sell'},Open,Limit,$${price},${quantity},$${value},$0.50,$0.02,${quantity},$${price},DAY,N\n`;
  },
};

/** A line of a table as a row of a sheet. */
function rowOf(line: string): string {
  const cells = line.trimEnd().split(',');
  return `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>\n`;
}

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
      `"01/${day}/2024","${buys ? 'Buy' : 'Sell'}","${symbol}","APPLE INC","${quantity}","$${price}","","${buys ? '-' : ''}$${value}"\n`,
    read: executions,
  },
  fidelity: {
    name: 'Fidelity history',
    head: 'Run Date,Account,Account Number,Action,Symbol,Description,Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date\n',
    line: ({ symbol, buys, price, quantity, value, day }) =>
      `01/${day}/2024,Individual,Z1,YOU ${buys ? 'BOUGHT' : 'SOLD'} APPLE INC (${symbol}) (Cash),${symbol},APPLE INC,Cash,${buys ? '' : '-'}${quantity},${price},,,,${buys ? '-' : ''}${value},01/${day}/2024\n`,
    read: executions,
  },
  robinhood: {
    name: 'Robinhood activity, every cell in quotes',
    head: '"Activity Date","Process Date","Settle Date","Instrument","Description","Trans Code","Quantity","Price","Amount"\n',
    line: ({ symbol, buys, price, quantity, value, day }) =>
      `"1/${day}/2024","1/${day}/2024","1/${day}/2024","${symbol}","Apple","${buys ? 'Buy' : 'Sell'}","${quantity}","$${price}","${buys ? `($${value})` : `$${value}`}"\n`,
    read: executions,
  },
  degiro: {
    name: 'DEGIRO transactions',
    head: 'Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,Exchange rate,Transaction costs,,Total,,Order ID\n',
    line: ({ row, symbol, buys, price, quantity, value, day, clock }) =>
      `${day}-01-2024,${clock.slice(0, 5)},${symbol} INC,US0378331005,NSY,XNAS,${buys ? '' : '-'}${quantity},${price},EUR,${buys ? '-' : ''}${value},EUR,${buys ? '-' : ''}${value},EUR,,,EUR,${buys ? '-' : ''}${value},EUR,order-${row}\n`,
    read: executions,
  },
  trading212: {
    name: 'Trading 212 orders',
    head: 'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Result,Currency (Result),Total,Currency (Total),Currency conversion fee,Currency (Currency conversion fee),ID\n',
    line: ({ row, symbol, buys, price, quantity, value, day, clock }) =>
      `Market ${buys ? 'buy' : 'sell'},2024-01-${day} ${clock}.123,US0378331005,${symbol},Apple,${quantity},${price},EUR,1.0,,EUR,${value},EUR,,,EOF${row}\n`,
    read: executions,
  },
  kraken: {
    name: 'Kraken trades, every cell in quotes',
    head: '"txid","ordertxid","pair","time","type","ordertype","price","cost","fee","vol","margin","misc","ledgers"\n',
    line: ({ row, buys, price, quantity, value, day, clock }) =>
      `"T${row}","O${row}","XETHZEUR","2024-01-${day} ${clock}.1234","${buys ? 'buy' : 'sell'}","limit","${price}","${value}","0.52","${quantity}","0.0","","L${row},M${row}"\n`,
    read: executions,
  },
  binance: {
    name: 'Binance transactions: three rows are a trade',
    head: 'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark\n',
    line: ({ quantity, value, day, clock }) =>
      `77,2024-01-${day} ${clock},Spot,Transaction Buy,SOL,${quantity},\n77,2024-01-${day} ${clock},Spot,Transaction Spend,EUR,-${value},\n77,2024-01-${day} ${clock},Spot,Transaction Fee,BNB,-0.0001,\n`,
    read: executions,
  },
  coinbase: {
    name: 'Coinbase history',
    head: 'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes\n',
    line: ({ row, buys, price, quantity, value, day, clock }) =>
      `c${row},2024-01-${day} ${clock} UTC,${buys ? 'Buy' : 'Sell'},ETH,${quantity},EUR,€${price},€${value},€${value},€0.00,${buys ? 'Bought' : 'Sold'} ${quantity} ETH\n`,
    read: executions,
  },
  generic: {
    name: 'a table no broker is known for',
    head: 'Date,Symbol,Side,Quantity,Price,Amount,Commission,Currency\n',
    line: ({ symbol, buys, price, quantity, value, day, clock }) =>
      `2024-01-${day} ${clock},${symbol},${buys ? 'Buy' : 'Sell'},${quantity},${price},${value},,USD\n`,
    read: executions,
  },
  ibkr_flex_csv: {
    name: 'IBKR Flex CSV: executions under their own ids',
    head: 'ClientAccountID,CurrencyPrimary,AssetClass,Symbol,UnderlyingSymbol,Strike,Expiry,Put/Call,Multiplier,TradeID,DateTime,Quantity,TradePrice,IBCommission,IBCommissionCurrency,Buy/Sell,LevelOfDetail,TransactionType\n',
    line: ({ row, symbol, buys, price, quantity, day, clock }) =>
      `U1,USD,STK,${symbol},,,,,1,${1_000_000 + row},202401${day};${clock.replaceAll(':', '')},${buys ? '' : '-'}${quantity},${price},-1.05,USD,${buys ? 'BUY' : 'SELL'},EXECUTION,ExchTrade\n`,
    read: executions,
  },
  xlsx: {
    name: 'a workbook of Webull orders, by its unpacked XML',
    head: rowOf(webull.head),
    line: (fill) => rowOf(webull.line(fill)),
    pack: (text) => xlsx({ sheet: Buffer.from(text).toString() }),
    async read(path) {
      let rows = 0;
      const sheets = readSheets(readFileSync(path));
      const asBytes = function* () {
        for (const piece of sheets.pieces()) yield Buffer.from(piece);
      };
      for await (const batch of streamBrokerFile(asBytes())) rows += batch.executions.length;
      return rows;
    },
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

function write(path: string, { head, line, pack }: Statement): void {
  const file = openSync(path, 'w');
  let text = head;
  for (let sent = 0, row = 0; sent < SIZE; text = '') {
    while (text.length < MB) text += line(fillOf(row++));
    sent += writeSync(file, text);
  }
  closeSync(file);
  if (pack !== undefined) writeFileSync(path, pack(readFileSync(path)));
}

interface ReadMeasurement {
  readonly megabytes_per_second: number;
  readonly rows: number;
  /** The most memory the process ever held, Node itself included; `maxRSS` would have that of who started it, too. */
  readonly memory: number;
}

async function measure({ read }: Statement, path: string): Promise<ReadMeasurement> {
  const reading = cpu();
  const rows = await read(path);
  const megabytes_per_second = SIZE / MB / reading();
  return { megabytes_per_second, rows, memory: usageOf(process.pid).memory };
}

/** CPU seconds since: a busy machine does not make a reader slower. */
function cpu(): () => number {
  const started = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1e6;
  };
}

function reads(keys = Object.keys(STATEMENTS)): void {
  const folder = mkdtempSync(join(tmpdir(), 'zorivest-bench-'));
  const path = join(folder, 'statement');
  // In such room as the service's process that reads them has.
  const flags = [
    ...process.execArgv,
    '--max-old-space-size=256',
    '--max-semi-space-size=8',
    import.meta.filename,
    ...(quick ? ['--quick'] : []),
  ];
  try {
    const results = keys.map((key) => {
      const statement = STATEMENTS[key];
      if (statement === undefined) throw new Error(`no statement is called ${key}`);
      write(path, statement);
      // Each in a process of its own, so that one's memory is not another's.
      const run = spawnSync(process.execPath, [...flags, `--only=${key}`, `--file=${path}`], { encoding: 'utf8' });
      if (run.status !== 0) throw new Error(run.stderr);
      return { name: statement.name, ...(JSON.parse(run.stdout) as ReadMeasurement) };
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

const fields = async () => (await import('./imports/fields.ts')).fields();

const only = argument('only');
const statement = STATEMENTS[only ?? ''];
const file = argument('file');
if (only === 'growth') await growth(quick);
else if (only === 'fields') await fields();
else if (statement !== undefined && file !== undefined) console.log(JSON.stringify(await measure(statement, file)));
else if (only !== undefined && statement !== undefined) reads(['papaparse', only]);
else {
  reads();
  await fields();
  if (only !== 'reads') await growth(quick);
}
