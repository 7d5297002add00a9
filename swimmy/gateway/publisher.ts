// A ZeroMQ publisher (or pusher) with proof of delivery.
//
// A PUB socket of libzmq takes a message whether or not anyone is there, keeps it or drops it, and cannot say which.
// This one speaks ZMTP itself: it sees the peer's subscription before it writes anything, asks with a PING whether the
// peer is awake (a stopped process keeps its sockets, and would read them when it continues), follows each batch with
// another PING, and takes the PONG as proof that the peer's process has read the batch. So a message is proven to have
// arrived, or was never written; only between a PONG and the batch after it can a peer fall asleep, and what was written
// but not proven when the time is up is reported as unconfirmed.
import { connect, type Socket } from 'node:net';
import {
  commandFrame,
  GREETING_LENGTH,
  greeting,
  messageFrame,
  pingFrame,
  readFrames,
  readGreeting,
  readyFrame,
  type Incoming,
} from './zmtp-frames.ts';

export class NoSubscriber extends Error {
  constructor(endpoint: string, reason: string) {
    super(`no subscriber took the message at ${endpoint} (${reason}); is the engine or swimmy-worker running?`);
    this.name = 'NoSubscriber';
  }
}

export class Withdrawn extends Error {
  constructor() {
    super('withdrawn before it was sent');
    this.name = 'Withdrawn';
  }
}

/** `unconfirmed`: written, and without a proof that it was read; it may still arrive. */
export type Delivery = 'confirmed' | 'unconfirmed';

interface Entry {
  readonly body: Buffer;
  readonly deadline: number;
  /** The PING that followed it; 0 while unwritten. */
  ping: number;
  /** Whether any peer was ever given it. */
  written: boolean;
  readonly resolve: (delivery: Delivery) => void;
  readonly reject: (error: Error) => void;
}

export interface PublisherOptions {
  /** `tcp://host:port` or `ipc://path`. */
  readonly endpoint: string;
  readonly kind: 'PUB' | 'PUSH';
  /** How long a message may wait for a peer and its proof. */
  readonly patienceMs: number;
}

export interface Publisher {
  /** Resolves when the peer has the message, or may have it; rejects when it will never get it. */
  send(text: string, signal?: AbortSignal): Promise<Delivery>;
  readonly live: boolean;
  readonly waiting: number;
  /** When the last connection to a live peer ended, or 0. */
  readonly lastLoss: number;
  close(): void;
}

const RECONNECT_MS = [20, 50, 100, 200, 400];
const CHECK_EVERY_MS = 100;
/** For peers of ZMTP 3.0, which have no PING: bytes gone and the connection up this long after. */
const SETTLE_MS = 100;
/** A peer whose last PONG is older than this is asked again before it is given anything. */
const AWAKE_MS = 100;
const PARTNERS = { PUB: ['SUB', 'XSUB'], PUSH: ['PULL'] } as const;

export function createPublisher({ endpoint, kind, patienceMs }: PublisherOptions): Publisher {
  const address = addressOf(endpoint);
  const queue: Entry[] = [];
  let socket: Socket | undefined;
  let peer: Peer | undefined;
  let reason = 'no connection';
  let attempts = 0;
  let lastLoss = 0;
  let closed = false;
  let lastPing = 0;
  let flushing = false;

  const open = (): void => {
    if (closed) return;
    const current = connect(address);
    socket = current;
    peer = undefined;
    current.setNoDelay(true);
    let received: Buffer = Buffer.alloc(0);
    let minor = -1;
    current.on('connect', () => current.write(greeting()));
    current.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      try {
        if (minor < 0) {
          if (received.length < GREETING_LENGTH) return;
          const met = readGreeting(received);
          if (!met.ok) throw new Error(met.reason);
          minor = met.minor;
          received = received.subarray(GREETING_LENGTH);
          current.write(readyFrame(kind));
        }
        const { frames, used } = readFrames(received);
        received = received.subarray(used);
        for (const frame of frames) handleFrame(current, frame, minor);
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
        current.destroy();
      }
    });
    current.on('error', (error: NodeJS.ErrnoException) => (reason = error.code ?? error.message));
    current.on('close', () => {
      if (socket !== current) return;
      if (peer?.ready) lastLoss = Date.now();
      peer = undefined;
      // What was written and not proven is written again to the next peer.
      for (const entry of queue) entry.ping = 0;
      if (closed) return;
      setTimeout(open, RECONNECT_MS[Math.min(attempts++, RECONNECT_MS.length - 1)]);
    });
  };

  const handleFrame = (from: Socket, frame: Incoming, minor: number): void => {
    if (frame.kind === 'command' && frame.name === 'READY') {
      const type = /Socket-Type[\0-\u00ff]{4}([A-Z]+)/.exec(frame.data.toString('latin1'))?.[1] ?? '';
      if (!(PARTNERS[kind] as readonly string[]).includes(type))
        throw new Error(`the peer is a ${type || 'nameless'} socket, not ${PARTNERS[kind][0]}`);
      peer = { topics: new Set(), ready: kind === 'PUSH', pings: minor >= 1, asked: 0, awakeAt: -Infinity };
      reason = 'the peer has not subscribed';
    } else if (frame.kind === 'command' && frame.name === 'PING')
      from.write(commandFrame('PONG', frame.data.subarray(2)));
    else if (frame.kind === 'command' && frame.name === 'PONG') {
      const ping = frame.data.length >= 4 ? frame.data.readUInt32BE(0) : 0;
      if (peer) {
        peer.awakeAt = performance.now();
        if (peer.asked <= ping) peer.asked = 0;
      }
      proven(ping, 'confirmed');
    } else if (frame.kind === 'command' && frame.name === 'ERROR') throw new Error('the peer refused the connection');
    else subscription(frame);
    if (peer?.ready) {
      attempts = 0;
      flushSoon();
    }
  };
  const subscription = (frame: Incoming): void => {
    if (!peer) return;
    const [on, topic] =
      frame.kind === 'command'
        ? [frame.name === 'SUBSCRIBE' ? true : frame.name === 'CANCEL' ? false : undefined, frame.data]
        : [frame.body[0] === 1 ? true : frame.body[0] === 0 ? false : undefined, frame.body.subarray(1)];
    if (on === undefined) return;
    if (on) peer.topics.add(topic.toString('latin1'));
    else peer.topics.delete(topic.toString('latin1'));
    // Every message of ours begins alike, so one that is heard means all are.
    peer.ready =
      kind === 'PUSH' || [...peer.topics].some((heardTopic) => '((action . "BACKTEST")'.startsWith(heardTopic));
  };

  const proven = (ping: number, delivery: Delivery): void => {
    while (queue[0] !== undefined && queue[0].ping !== 0 && queue[0].ping <= ping) queue.shift()?.resolve(delivery);
  };

  const flushSoon = (): void => {
    if (flushing) return;
    flushing = true;
    setImmediate(() => {
      flushing = false;
      flush();
    });
  };
  const flush = (): void => {
    const current = socket;
    if (!current || !peer?.ready) return;
    const unwritten = queue.filter((entry) => entry.ping === 0);
    if (unwritten.length === 0) return;
    if (peer.pings && performance.now() - peer.awakeAt > AWAKE_MS) {
      if (peer.asked !== 0) return; // its PONG brings us back here
      peer.asked = ++lastPing;
      reason = 'the peer does not answer; it may be stopped';
      current.write(pingFrame(peer.asked));
      return;
    }
    const ping = ++lastPing;
    for (const entry of unwritten) {
      entry.ping = ping;
      entry.written = true;
    }
    const bytes = Buffer.concat([
      ...unwritten.map((entry) => messageFrame(entry.body)),
      ...(peer.pings ? [pingFrame(ping)] : []),
    ]);
    const to = peer;
    current.write(bytes, (error) => {
      if (error || to.pings) return;
      setTimeout(() => peer === to && proven(ping, 'unconfirmed'), SETTLE_MS);
    });
  };

  const giveUp = (): void => {
    const now = Date.now();
    let cut = false;
    for (let entry = queue[0]; entry !== undefined && entry.deadline <= now; entry = queue[0]) {
      queue.shift();
      if (entry.ping !== 0) cut = true;
      if (entry.written) entry.resolve('unconfirmed');
      else entry.reject(new NoSubscriber(endpoint, reason));
    }
    // Only TCP knows a reset; what a local socket has not read goes with it.
    if (cut && 'port' in address) socket?.resetAndDestroy();
    else if (cut) socket?.destroy();
  };
  const clock = setInterval(giveUp, CHECK_EVERY_MS);
  clock.unref();
  open();

  return {
    send: (text, signal) =>
      new Promise((resolve, reject) => {
        const entry: Entry = {
          body: Buffer.from(text),
          deadline: Date.now() + patienceMs,
          ping: 0,
          written: false,
          resolve,
          reject,
        };
        signal?.addEventListener('abort', () => {
          const at = queue.indexOf(entry);
          if (at < 0 || entry.ping !== 0) return; // gone out already: too late to withdraw
          queue.splice(at, 1);
          reject(new Withdrawn());
        });
        queue.push(entry);
        flushSoon();
      }),
    get live() {
      return peer?.ready ?? false;
    },
    get waiting() {
      return queue.length;
    },
    get lastLoss() {
      return lastLoss;
    },
    close: () => {
      closed = true;
      clearInterval(clock);
      for (const entry of queue.splice(0)) {
        if (entry.written) entry.resolve('unconfirmed');
        else entry.reject(new NoSubscriber(endpoint, 'the gateway is stopping'));
      }
      socket?.destroy();
    },
  };
}

interface Peer {
  readonly topics: Set<string>;
  ready: boolean;
  readonly pings: boolean;
  /** The PING that asks whether it is awake; 0 when none is open. */
  asked: number;
  /** When it last answered one. */
  awakeAt: number;
}

function addressOf(endpoint: string): { readonly host: string; readonly port: number } | { readonly path: string } {
  const ipc = /^ipc:\/\/(.+)$/.exec(endpoint)?.[1];
  if (ipc !== undefined) return { path: ipc };
  const tcp = /^tcp:\/\/(\[[^\]]+\]|[^:]+):(\d{1,5})$/.exec(endpoint);
  const port = Number(tcp?.[2]);
  if (!tcp?.[1] || !(port >= 1 && port <= 65_535)) {
    throw new RangeError(`SWIMMY_MCP_ZMQ_ENDPOINT must look like tcp://host:port, not ${JSON.stringify(endpoint)}`);
  }
  return { host: tcp[1].replace(/^\[|\]$/g, ''), port };
}

/** The port of an endpoint, which names the worker's control socket. */
export function portOf(endpoint: string): number | undefined {
  const address = addressOf(endpoint);
  return 'port' in address ? address.port : undefined;
}
