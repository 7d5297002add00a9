// The gateway's end of the worker's control socket: watches backtests and cancels them. Without a worker of ours there
// is no such socket; then results come over 5581 alone and nothing can be cancelled.
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface WorkerState {
  readonly id: string;
  readonly status: 'unknown' | 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly progress?: number;
  readonly stage?: string;
  readonly text?: string;
}

export interface ControlClient {
  readonly connected: boolean;
  watch(ids: readonly string[]): void;
  /** False when no worker can be asked. */
  cancel(id: string): boolean;
  close(): void;
}

const RETRY_MS = 500;

export interface ControlHandlers {
  /** A connection stands: say what to watch. */
  readonly onOpen: () => void;
  readonly onState: (state: WorkerState) => void;
}

export function createControlClient(path: string, { onOpen, onState }: ControlHandlers): ControlClient {
  let socket: Socket | undefined;
  let connected = false;
  let closed = false;

  const open = (): void => {
    if (closed) return;
    const current = connect(path);
    socket = current;
    current.unref();
    current.on('error', () => current.destroy());
    createInterface({ input: current })
      .on('line', (line) => {
        const message = parse(line);
        if (message?.event === 'hello') {
          connected = true;
          onOpen();
        } else if (message?.event === 'state') onState(message as unknown as WorkerState); // the worker's own protocol
      })
      .on('error', () => undefined);
    current.on('close', () => {
      connected = false;
      if (!closed) setTimeout(open, RETRY_MS).unref();
    });
  };
  open();
  const say = (message: object) => socket?.write(`${JSON.stringify(message)}\n`);
  return {
    get connected() {
      return connected;
    },
    watch: (ids) => {
      if (connected && ids.length > 0) say({ watch: ids });
    },
    cancel: (id) => {
      if (connected) say({ cancel: id });
      return connected;
    },
    close: () => {
      closed = true;
      socket?.destroy();
    },
  };
}

function parse(line: string): { readonly event?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
