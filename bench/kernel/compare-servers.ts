/** The same small server on other frameworks, each as its registry gives it: installed for the bench, never in our lock. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { median, OUT, percent, sequential, spread, timePipelined } from '../measure.ts';
import { peerServers, type PeerServer } from './peer-servers.ts';

interface Answer {
  readonly id?: number;
  readonly result?: {
    readonly isError?: boolean;
    readonly content?: readonly { readonly text?: string }[];
    readonly tools?: unknown;
  };
  readonly error?: { readonly message: string };
}

/** A client that minds no errors: they are what is looked at. */
class Client {
  readonly #child;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #id = 0;

  constructor(folder: string, entry: string) {
    this.#child = spawn(process.execPath, [entry], { cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] });
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      if (!line.startsWith('{')) return;
      const answer = JSON.parse(line) as Answer;
      if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer);
    });
  }

  async open(): Promise<void> {
    const clientInfo = { name: 'bench', version: '1.0.0' };
    await this.ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    this.#child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }

  ask(method: string, params: object): Promise<Answer> {
    const id = ++this.#id;
    const answered = new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(id, resolve);
      this.#child.once('exit', () => reject(new Error('the server ended')));
    });
    this.#child.setMaxListeners(0);
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return answered;
  }

  call(name: string, args: object): Promise<Answer> {
    return this.ask('tools/call', { name, arguments: args });
  }

  /** Milliseconds of processor time so far, in steps of ten. */
  get processor(): number {
    const fields = readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }

  get memory(): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }
}

interface ServerMeasurement {
  readonly server: PeerServer;
  readonly folder: string;
  readonly p50: number[];
  readonly rate: number[];
  readonly start: number[];
  /** Processor time: of a start, in ms; of a call, in µs. The machine's other work does not show in it. */
  readonly startUsed: number[];
  readonly callUsed: number[];
  bytes: number;
  memory: number;
  failure: string;
  misspelt: string;
}

/** Lines that a person writes: neither blank nor a lone bracket. */
const linesOf = ({ files }: PeerServer): number =>
  Object.values(files)
    .flatMap((text) => text.split('\n'))
    .filter((line) => /\w/.test(line)).length;

function prepare(server: PeerServer): string {
  const folder = join(OUT, 'peers', server.name.replaceAll(/\W+/g, '-'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"name":"peer","version":"1.0.0","private":true,"type":"module"}\n');
  for (const [file, text] of Object.entries(server.files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const run = (command: string, args: readonly string[]) =>
    execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], timeout: 300_000 });
  if (server.install !== undefined) {
    run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...server.install.split(' ')]);
  }
  if (server.build) run(process.execPath, server.build);
  return folder;
}

const textOf = ({ result, error }: Answer): string => error?.message ?? result?.content?.[0]?.text ?? '';
const cell = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
  return line.length > 150 ? `${line.slice(0, 150)}…` : line;
};

export async function compareServers({
  rounds,
  calls,
}: {
  readonly rounds: number;
  readonly calls: number;
}): Promise<void> {
  const measured: ServerMeasurement[] = [];
  for (const server of peerServers) {
    try {
      const empty = {
        p50: [],
        rate: [],
        start: [],
        startUsed: [],
        callUsed: [],
        bytes: 0,
        memory: 0,
        failure: '',
        misspelt: '',
      };
      measured.push({ server, folder: prepare(server), ...empty });
    } catch (error) {
      const [first = ''] = String((error as { stderr?: unknown }).stderr ?? error).split('\n');
      console.log(`\n${server.name} could not be installed or built here: ${first}`);
    }
  }
  for (let round = 0; round <= rounds; round++) {
    for (const one of round % 2 ? measured.toReversed() : measured) {
      const from = performance.now();
      const client = new Client(one.folder, one.server.entry);
      await client.open();
      // The first start warms the disk.
      if (round > 0) {
        one.start.push(performance.now() - from);
        one.startUsed.push(client.processor);
      }
      const echo = () => client.call('echo', { message: 'hello' });
      await sequential(echo, calls);
      if (round > 0) {
        one.p50.push(await sequential(echo, calls));
        const before = client.processor;
        one.rate.push(await timePipelined(echo, calls * 8));
        one.callUsed.push(((client.processor - before) * 1000) / (calls * 8));
      } else {
        one.bytes = Buffer.byteLength(JSON.stringify((await client.ask('tools/list', {})).result));
        one.failure = textOf(await client.call('fail', {}));
        one.misspelt = textOf(await client.call('echo', { mesage: 'hello' }));
      }
      one.memory = client.memory;
      client.close();
    }
  }
  console.log('\n### compared with others: the same three tools over stdio, none bundled\n');
  console.log(
    '| server | lines | bytes listed | start ms | noise | processor ms | p50 ms | noise | calls/s | noise | processor µs/call | MB |',
  );
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|');
  for (const { server, bytes, start, startUsed, p50, rate, callUsed, memory } of measured) {
    const both = (values: readonly number[], digits: number) =>
      `${median(values).toFixed(digits)} | ${percent(spread(values))}`;
    console.log(
      `| ${server.name} | ${linesOf(server)} | ${bytes} | ${both(start, 0)} | ${median(startUsed)} | ${both(p50, 3)} | ${both(rate, 0)} | ${median(callUsed).toFixed(0)} | ${memory.toFixed(0)} |`,
    );
  }
  console.log('\n| server | a tool that fails inside shows the model | a misspelt argument |');
  console.log('|---|---|---|');
  for (const { server, failure, misspelt } of measured) {
    console.log(`| ${server.name} | ${cell(failure)} | ${cell(misspelt)} |`);
  }
}
