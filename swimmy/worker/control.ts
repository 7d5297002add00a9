// The control socket: gateways ask what became of a backtest, hear of its progress, and cancel it. Lines of JSON over
// a local socket that only this user can open; 5559 and 5580 carry nothing but backtests.
import { lstat, mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { readLines } from '../lines.ts';
import { ANSWER_SCHEMA } from './answer.ts';
import { isFinal, type Board, type JobState } from './board.ts';
import { QUESTIONS, type QuestionName, type Questions } from './questions.ts';
import type { Queue } from './queue.ts';

export interface ControlSettings {
  readonly path: string;
  readonly queue: Queue;
  readonly board: Board;
  /** Questions about candles, by name: what is asked is the worker's own to judge. */
  readonly questions: Questions;
  /** Names this run of this worker; a gateway that sees another knows that memory was lost. */
  readonly instance: string;
  /** Whether jobs outlive this worker in a shared queue. */
  readonly durable: boolean;
}

/** More than this unsent, and a gateway that does not read is let go. */
const MOST_BUFFERED = 64 * 1024 * 1024;
/** A gateway names all it waits for in one line; what is longer comes from none. */
const LONGEST_LINE = 16 * 1024 * 1024;

export async function serveControl({
  path,
  queue,
  board,
  questions,
  instance,
  durable,
}: ControlSettings): Promise<() => Promise<void>> {
  await claim(path);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const watched = new Set<string>();
    const tell = (value: object): void => {
      if (socket.writableLength > MOST_BUFFERED) socket.destroy();
      else if (!socket.destroyed) socket.write(`${JSON.stringify(value)}\n`);
    };
    const tellState = (id: string, state: JobState | undefined): void => {
      tell({ event: 'state', id, ...(state ?? { status: 'unknown' }) });
      if (state && isFinal(state)) watched.delete(id);
    };
    tell({ event: 'hello', worker: instance, durable, pid: process.pid, schema_version: ANSWER_SCHEMA });
    const deaf = board.listen((id, state) => {
      if (watched.has(id)) tellState(id, state);
    });
    const answer = async (line: string): Promise<void> => {
      const asked = parse(line);
      for (const id of asked.watch) {
        watched.add(id);
        tellState(id, await queue.lookup(id));
      }
      if (asked.cancel !== undefined)
        tell({ event: 'cancel', id: asked.cancel, stopped: await queue.cancel(asked.cancel) });
      if (asked.retry !== undefined) tell({ event: 'retry', id: asked.retry, value: await queue.retry(asked.retry) });
      if (asked.question !== undefined) {
        const { id, name, about } = asked.question;
        const answered = await questions[name](about).then(
          (value) => ({ value }),
          (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
        );
        tell({ event: 'answer', id, ...answered });
      }
      if (asked.sync !== undefined) tell({ event: 'sync', sync: asked.sync });
    };
    readLines(socket, LONGEST_LINE, (line) => {
      answer(line).catch((error: unknown) =>
        tell({ event: 'error', message: error instanceof Error ? error.message : String(error) }),
      );
    });
    socket.on('close', () => {
      deaf();
      sockets.delete(socket);
    });
  });
  await startListening(server, path);
  return async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
}

interface ControlRequest {
  readonly watch: readonly string[];
  readonly cancel: string | undefined;
  readonly retry: string | undefined;
  readonly question: { readonly id: string; readonly name: QuestionName; readonly about: unknown } | undefined;
  /** Echoed once the states asked for in the same line have been sent. */
  readonly sync: number | undefined;
}

function parse(line: string): ControlRequest {
  const value: unknown = JSON.parse(line);
  if (typeof value !== 'object' || value === null) throw new Error('not an object');
  const watch =
    'watch' in value && Array.isArray(value.watch) ? value.watch.filter((id) => typeof id === 'string') : [];
  const cancel = 'cancel' in value && typeof value.cancel === 'string' ? value.cancel : undefined;
  const retry = 'retry' in value && typeof value.retry === 'string' ? value.retry : undefined;
  const sync = 'sync' in value && typeof value.sync === 'number' ? value.sync : undefined;
  return { watch, cancel, retry, question: questionIn(value), sync };
}

function questionIn(value: object): ControlRequest['question'] {
  const asked = 'ask' in value ? value.ask : undefined;
  if (typeof asked !== 'object' || asked === null || !('id' in asked) || !('name' in asked)) return undefined;
  const { id, name } = asked;
  const known = QUESTIONS.find((each) => each === name);
  return typeof id === 'string' && known !== undefined
    ? { id, name: known, about: 'about' in asked ? asked.about : undefined }
    : undefined;
}

/** Makes the folder ours alone, and removes a socket whose owner is gone. */
async function claim(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const dir = dirname(path);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const stats = await lstat(dir);
  if (!stats.isDirectory() || (process.getuid !== undefined && stats.uid !== process.getuid())) {
    throw new Error(`${dir} belongs to another user; set SWIMMY_CONTROL_SOCKET to a path of your own`);
  }
  const taken = await new Promise<boolean>((resolve) => {
    const probe = connect(path);
    probe.on('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.on('error', () => resolve(false));
  });
  if (taken) throw new Error(`another worker listens on ${path}`);
  await rm(path, { force: true });
}

function startListening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}
