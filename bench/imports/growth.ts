// A million rows into an empty book, a million more into that book, and the same file again: what does an import cost
// when the book is large, does it need more memory, and how long does a person wait for the stop meanwhile?
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initBook } from '@zorivest/api';
import { createClient } from '@zorivest/contract';
import { flooredPercentile } from '../measure.ts';
import { memoryOf, usageOf } from './processes.ts';
import { patientFetch } from './patient-fetch.ts';

const MB = 1024 * 1024;
const kdf = { name: 'argon2id', passes: 1, memory_kib: 64, parallelism: 1, length: 32 } as const;

export async function growth(quick: boolean): Promise<void> {
  const rows = quick ? 50_000 : 1_000_000;
  const home = mkdtempSync(join(tmpdir(), 'zorivest-bench-'));
  const { api_key: apiKey } = await initBook(home, 'correct horse battery staple', kdf);
  // Without our own flags, so that the bundle is measured; with those `zorivest up` starts it with.
  const service = fork(join(import.meta.dirname, 'service.ts'), [home], { execArgv: ['--max-semi-space-size=8'] });
  try {
    const [url] = (await once(service, 'message')) as [string];
    const auth = { kind: 'key', apiKey } as const;
    const client = createClient({ baseUrl: url, auth });
    const patient = createClient({ baseUrl: url, auth, fetch: patientFetch });
    await client.accounts.create({ body: { account_id: 'U1', name: 'Bench', account_type: 'broker' } });
    const send = async (path: string) => {
      const before = usageOf(service.pid ?? 0);
      let held = 0;
      const waits = new Waits(async () => {
        held = Math.max(held, memoryOf(service.pid ?? 0));
        const asked = performance.now();
        await client.guard.status({});
        return performance.now() - asked;
      });
      // The concurrent callers stop first, so that their errors do not hide what went wrong with the import.
      const file = { bytes: () => createReadStream(path), name: 'fills.csv' };
      const importing = patient.imports.brokerCsv({ body: { account_id: 'U1', file } });
      await importing.catch(() => {});
      await waits.stop();
      const { imported, duplicates } = await importing;
      const after = usageOf(service.pid ?? 0);
      const { seconds, memory, processes } = after;
      const used = seconds - before.seconds;
      return { imported, duplicates, seconds: used, held, memory, processes, waited: waits.result() };
    };
    const size = write(join(home, 'first.csv'), 0, rows);
    write(join(home, 'second.csv'), rows, rows);
    const first = await send(join(home, 'first.csv'));
    const second = await send(join(home, 'second.csv'));
    const again = await send(join(home, 'second.csv'));
    const count = (value: number) => value.toLocaleString('en-US');
    const line = (name: string, { imported, duplicates, seconds, held, memory, waited }: typeof first) =>
      console.log(
        `| ${name} | ${count(imported)} | ${count(duplicates)} | ${seconds.toFixed(1)} | ${(seconds / first.seconds).toFixed(2)} | ${held.toFixed(0)} | ${memory.toFixed(0)} | ${waited.p99.toFixed(0)} | ${waited.most.toFixed(0)} |`,
      );
    console.log(`\nFiles of ${count(rows)} rows and ${(size / MB).toFixed(0)} MB, uploaded to the service.\n`);
    console.log(
      `CPU and memory are those of ${first.processes} processes together; the guard is asked 20 times a second meanwhile.\n`,
    );
    console.log(
      '| import | new | known | CPU s | ratio to the first | peak memory of all (MB) | sum of each peak (MB) | guard p99 (ms) | guard most (ms) |',
    );
    console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|');
    line('into an empty book', first);
    line(`into a book of ${count(rows)}`, second);
    line('the same file again', again);
  } finally {
    service.send('stop');
    await once(service, 'exit');
    rmSync(home, { recursive: true, force: true });
  }
}

/** How long an answer is waited for while something else is running. */
class Waits {
  readonly #times: number[] = [];
  readonly #running: Promise<void>;
  #ended = false;

  /** `ask` tells how many milliseconds it waited. */
  constructor(ask: () => Promise<number>) {
    this.#running = this.#run(ask);
  }

  async stop(): Promise<void> {
    this.#ended = true;
    await this.#running;
  }

  result(): { readonly p99: number; readonly most: number } {
    return { p99: flooredPercentile(this.#times, 0.99), most: flooredPercentile(this.#times, 1) };
  }

  async #run(ask: () => Promise<number>): Promise<void> {
    while (!this.#ended) {
      this.#times.push(await ask());
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Ten thousand fills a day, day after day: a later file is of later days. */
function dayOf(row: number): string {
  const day = Math.floor(row / 10_000);
  return `${two(1 + (Math.floor(day / 28) % 12))}/${two(1 + (day % 28))}/${2020 + Math.floor(day / 336)}`;
}

/** The bytes written. */
function write(path: string, from: number, count: number): number {
  const file = openSync(path, 'w');
  let size = 0;
  let text = 'Date,Time,Symbol,B/S,Qty,Price,Route,Commission,Liquidity,Contra,Capacity,Remark\n';
  for (let row = from; row < from + count; row++) {
    const clock = `1${Math.floor(row / 3600) % 9}:${two(Math.floor(row / 60) % 60)}:${two(row % 60)}`;
    const price = (100 + (row % 5000) / 100).toFixed(2);
    text += `${dayOf(row)},${clock},SYM${row % 500},${row % 2 === 0 ? 'B' : 'S'},${row + 1},${price},ARCA,0.50,Added,NSDQ,Agency,filled at the touch ${row}\n`;
    if (text.length < MB && row + 1 < from + count) continue;
    size += writeSync(file, text);
    text = '';
  }
  closeSync(file);
  return size;
}
