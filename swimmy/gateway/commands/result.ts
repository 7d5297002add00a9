import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvOf } from '../../table/csv.ts';
import { parquetOf } from '../../table/parquet.ts';
import { resultAnswer, resultPage, tableOf, type ResultAnswer } from '../result.ts';
import { requestNamed, wholeFlag, type Command } from './command.ts';
import { show } from './follow.ts';
import { columns, number } from './text.ts';

const PAGE = 20;

export const result: Command = {
  name: 'result',
  usage: 'REQUEST_ID [--page N] [--csv [FILE] | --parquet [FILE]]',
  about: 'the figures of a request; its runs or trades page by page, or all of them as CSV or Parquet',
  example: 'swimmy-mcp result 7f2c1c9e-6a0e-4b7e-9d7b-1d0f3c1a2b4c --parquet runs.parquet',
  options: {
    page: { type: 'string', about: 'this page of the runs of a sweep, best first, or of the trades of a run (from 1)' },
    csv: {
      type: 'optional',
      about: 'every run of a sweep, or every trade of a run, as CSV; without FILE to the output',
    },
    parquet: { type: 'optional', about: 'the same as Parquet' },
  },
  async run(call) {
    const { gateway, flags, print } = call;
    const requestId = requestNamed(call, this);
    gateway.requests.get(requestId);
    await gateway.requests.refresh([requestId]);
    const request = gateway.requests.get(requestId);
    const progress = gateway.requests.progress(requestId);
    if (flags.csv === undefined && flags.parquet === undefined) {
      if (flags.page === undefined) return show(resultAnswer(request, progress, gateway.now()), call);
      const page = Math.max(1, wholeFlag(call, 'page', 1, 1e9));
      const answer = await resultPage(request, progress, gateway.now(), gateway.tables, { page, size: PAGE });
      if (answer.runs === undefined) throw new Error(NO_TABLE(request.status));
      return print(answer, pageText(answer.runs));
    }
    const table = request.status === 'done' ? await tableOf(request, gateway.tables) : undefined;
    if (table === undefined) throw new Error(NO_TABLE(request.status));
    try {
      const file = [flags.csv, flags.parquet].find((flag) => typeof flag === 'string');
      const chunks = flags.parquet === undefined ? csvOf(table) : parquetOf(table);
      if (typeof file === 'string') {
        writeWhole(file, chunks);
        print({ request_id: requestId, file, rows: table.rows }, `${table.rows} rows: ${file}\n`);
      } else await pour(chunks, flags.parquet !== undefined);
    } finally {
      table.close();
    }
  },
};

const NO_TABLE = (status: string) =>
  status === 'done'
    ? 'no trades were stored: submit with "include_trades": true, or with a sweep to get its runs'
    : `it has no runs or trades to show: it is ${status}`;

/** Written to a temporary file and renamed: a file that exists is complete. */
function writeWhole(file: string, chunks: Iterable<string | Uint8Array>): void {
  const temporary = `${file}.${process.pid}.part`;
  let handle: number;
  try {
    handle = openSync(temporary, 'w');
  } catch (error) {
    throw new Error(`${file} cannot be written (${error instanceof Error ? error.message : String(error)})`, {
      cause: error,
    });
  }
  try {
    for (const chunk of chunks) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
    }
    closeSync(handle);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** As fast as it is read, and no faster: a million rows never wait in memory. */
async function pour(chunks: Iterable<string | Uint8Array>, binary: boolean): Promise<void> {
  if (binary && process.stdout.isTTY)
    throw new Error('Parquet cannot be shown in a terminal; give a FILE, or redirect to one with >');
  await pipeline(Readable.from(chunks, { objectMode: true }), process.stdout, { end: false }).catch(
    (error: unknown) => {
      // The reader stopped reading, as head does.
      if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
    },
  );
}

type Page = NonNullable<ResultAnswer['runs']>;

function pageText({ page, pages, total, rows }: Page): string {
  const [first] = rows;
  const parameters = Object.keys(first?.parameters ?? {});
  const figures = Object.keys(first?.figures ?? {}).filter((name) => parameters.length === 0 || SHOWN.includes(name));
  const formatCell = (value: unknown) => (typeof value === 'string' ? value : number(value));
  const table = columns(
    [
      [...parameters, ...figures],
      ...rows.map((row) => [
        ...parameters.map((name) => String(row.parameters[name])),
        ...figures.map((name) => formatCell(row.figures[name])),
      ]),
    ],
    Array.from({ length: parameters.length + figures.length }, (_, i) => i),
  );
  return `${table}page ${page} of ${pages}, ${total} rows\n`;
}

/** The columns that fit a terminal line; --csv has all of them. */
const SHOWN = ['sharpe', 'pnl', 'return', 'trades', 'max_drawdown', 'outcome'];
