// The gateway put together, without its wire: the store, delivery, and where results come from.
import { randomUUID } from 'node:crypto';
import { isAbsolute, join } from 'node:path';
import { Pull } from 'zeromq';
import { queueAddress } from '../queue/address.ts';
import { bindHostFrom, controlPath, homeFrom, isOn, portsFrom, wholeNumber } from '../settings.ts';
import { createControlClient } from './control-client.ts';
import { createQueueHello, type QueueHello } from './queue-hello.ts';
import { createPublisher, portOf } from './publisher.ts';
import { createRequests } from './requests.ts';
import { openStore } from './store.ts';
import { createTables } from './tables.ts';
import type { Gateway } from './tools/define.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface OpenGateway extends Gateway {
  /** The queue that workers share, where one is named. */
  readonly queue: QueueHello | undefined;
  close(): void;
}

/** A bound subscriber tells its subscription only when it polls, and an engine that runs a backtest does not. */
const PATIENCE_MS = 10_000;
const BIND_AGAIN_MS = 2000;

export function openGateway(env: Environment, log: (event: string, details?: object) => void): OpenGateway {
  const home = homeFrom(env);
  const ports = portsFrom(env);
  const host = env.SWIMMY_ZMQ_HOST?.trim() || 'localhost';
  // The backtest service takes the same messages over a pushed pipe instead of a subscription.
  const asService = isOn(env.SWIMMY_BACKTEST_SERVICE);
  const endpoint =
    env.SWIMMY_MCP_ZMQ_ENDPOINT?.trim() || `tcp://${host}:${asService ? ports.backtestRequests : ports.external}`;
  const patienceMs = wholeNumber(env, 'SWIMMY_MCP_PATIENCE_MS', PATIENCE_MS, 100, 14_000);
  const publisher = createPublisher({ endpoint, kind: asService ? 'PUSH' : 'PUB', patienceMs });
  const externalPort = asService ? ports.external : (portOf(endpoint) ?? ports.external);
  const control = controlPath(env, externalPort);
  const address = queueAddress(env);
  const queue = address && createQueueHello(address);
  const now = () => Date.now();
  const store = openStore(join(home, 'state', 'requests.db'), now);
  const requests = createRequests({
    store,
    publisher,
    control: (handlers) => createControlClient(control, handlers),
    controlPath: control,
    queue,
    patienceMs,
    limits: { perSecond: limit(env, 'SWIMMY_BACKTEST_RATE_LIMIT'), pending: limit(env, 'SWIMMY_BACKTEST_MAX_PENDING') },
    now,
    newId: randomUUID,
    log,
  });
  const closeResults = collectResults(
    `tcp://${bindHostFrom(env)}:${ports.backtestResults}`,
    (text) => requests.receive(text),
    log,
  );
  const file = (name: string, variable: string, path: string) => {
    const chosen = env[variable]?.trim() || path;
    return { name, path: isAbsolute(chosen) ? chosen : join(home, chosen), majors: [1] };
  };
  return {
    requests,
    store,
    tables: createTables(home, address),
    queue,
    now,
    files: {
      status: file('swimmy_status', 'SWIMMY_STATUS_FILE', '/tmp/swimmy_status'),
      backtestStatus: file('backtest_status.txt', 'SWIMMY_BACKTEST_STATUS_FILE', 'data/reports/backtest_status.txt'),
      metrics: file('system_metrics.sexp', 'SWIMMY_METRICS_FILE', 'data/system_metrics.sexp'),
    },
    close: () => {
      closeResults();
      requests.close();
      publisher.close();
      store.close();
    },
  };
}

const limit = (env: Environment, name: string) => (env[name]?.trim() ? wholeNumber(env, name, 1) : undefined);

/** Binds 5581, or waits for it: a gateway that finds it taken still hears of its requests through the store and the worker. */
function collectResults(
  endpoint: string,
  receive: (text: string) => Promise<void>,
  log: (event: string, details?: object) => void,
): () => void {
  let socket: Pull | undefined;
  let closed = false;
  let reported = false;
  const listen = async (): Promise<void> => {
    const pull = new Pull({ linger: 0, receiveHighWaterMark: 0 });
    try {
      await pull.bind(endpoint);
    } catch {
      pull.close();
      if (!reported) log('results are collected by another gateway', { endpoint });
      reported = true;
      if (!closed) setTimeout(() => void listen(), BIND_AGAIN_MS).unref();
      return;
    }
    if (closed) return pull.close();
    socket = pull;
    for await (const frames of pull) {
      await receive(Buffer.concat(frames).toString('utf8')).catch((error: unknown) =>
        log('a result was ignored', { reason: error instanceof Error ? error.message : String(error) }),
      );
    }
  };
  void listen().catch((error: unknown) => log('results can no longer be collected', { reason: String(error) }));
  return () => {
    closed = true;
    socket?.close();
  };
}
