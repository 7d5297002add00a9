/** The client's side of the bench: as thin as can be, so that what is measured is the server. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';

export type Era = 'legacy' | 'modern';

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
};

/** The call that is measured. */
export interface MeasuredCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface PeerOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The client's name. */
  readonly client?: string;
  readonly call?: MeasuredCall;
}

const ECHO: MeasuredCall = { name: 'echo', arguments: { message: 'hello' } };

interface Result {
  readonly isError?: boolean;
  readonly content?: readonly { readonly text?: string }[];
}

interface Answer {
  readonly id: number;
  readonly error?: unknown;
  readonly result?: Result;
}

export class Peer {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #era: Era;
  readonly #call: MeasuredCall;
  readonly #client: string;
  readonly #waiting = new Map<number, (result: Result) => void>();
  #rest = '';
  #id = 0;

  constructor(file: string, era: Era, { args = [], env = {}, client = 'bench', call = ECHO }: PeerOptions = {}) {
    this.#era = era;
    this.#call = call;
    this.#client = client;
    this.#child = spawn(process.execPath, [file, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    });
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => this.#take(text));
  }

  /** From the start of the process to its first answer is what a person waits for. */
  async open(): Promise<void> {
    if (this.#era === 'modern') return void (await this.call());
    const client = { name: this.#client, version: '1.0.0' };
    await this.#request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: client });
    this.#child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }

  call(call: MeasuredCall = this.#call): Promise<Result> {
    return this.#request('tools/call', { ...call });
  }

  list(): Promise<Result> {
    return this.#request('tools/list', {});
  }

  /** Megabytes resident. */
  memory(): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  /** Milliseconds of processor time so far, in steps of ten. */
  processor(): number {
    const fields = readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }

  async close(): Promise<void> {
    const exit = once(this.#child, 'exit');
    this.#child.stdin.end();
    await exit;
  }

  #request(method: string, params: Record<string, unknown>): Promise<Result> {
    const id = ++this.#id;
    const full = this.#era === 'modern' ? { ...params, _meta: META } : params;
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: full })}\n`);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const { id, error, result } = JSON.parse(line) as Answer;
      if (error || result?.isError) throw new Error(`answered with a failure: ${line}`);
      this.#waiting.get(id)?.(result ?? {});
      this.#waiting.delete(id);
    }
  }
}
