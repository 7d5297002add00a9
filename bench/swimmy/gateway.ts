// Real gateway processes before a real ZeroMQ peer: how many submits a second, and whether any is lost.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Subscriber } from 'zeromq';

const BIN = join(import.meta.dirname, '../../swimmy/bin/swimmy-mcp.js');
const KEY = 'bench-key';
const REQUEST = {
  strategy: { name: 'bench', sma_short: 10, sma_long: 50, sl: 0.15, tp: 0.3, volume: 1 },
  candles_file: 'candles.csv',
};

interface Peer {
  readonly ids: string[];
  readonly port: number;
  close(): void;
}

async function peer(): Promise<Peer> {
  const subscriber = new Subscriber({ receiveHighWaterMark: 0, linger: 0 });
  subscriber.subscribe();
  await subscriber.bind('tcp://127.0.0.1:*');
  const port = Number(/:(\d+)$/.exec(subscriber.lastEndpoint ?? '')?.[1]);
  const ids: string[] = [];
  void (async () => {
    for await (const [frame] of subscriber) ids.push(/\(request_id \. "([^"]+)"\)/.exec(String(frame))?.[1] ?? '');
  })();
  return { ids, port, close: () => subscriber.close() };
}

function gateway(port: number, home: string) {
  return spawn(process.execPath, [BIN], {
    env: {
      ...process.env,
      SWIMMY_HOME: home,
      SWIMMY_MCP_API_KEY: KEY,
      SWIMMY_MCP_ZMQ_ENDPOINT: `tcp://127.0.0.1:${port}`,
      SWIMMY_PORT_BACKTEST_RES: String(port === 65_535 ? 65_534 : port + 1),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

const call = (id: number, requestId: string) => {
  const text = JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'backtest.submit',
    params: { api_key: KEY, request_id: requestId, ...REQUEST },
  });
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
};

/** How often a word was there so far, also where two chunks share it. */
function countIn(word: string): (chunk: string) => number {
  let [count, end] = [0, ''];
  return (chunk) => {
    const text = end + chunk;
    count += text.split(word).length - 1;
    end = text.slice(1 - word.length);
    return count;
  };
}

/** Submits `count` requests through one gateway; resolves with the accepted per second. */
export async function throughput(
  count: number,
): Promise<{ readonly perSecond: number; readonly accepted: number; readonly arrived: number }> {
  const target = await peer();
  const child = gateway(target.port, mkdtempSync(join(tmpdir(), 'swimmy-bench-')));
  let accepted = 0;
  const [countAccepted, countAnswered] = [countIn('"status":202'), countIn('"jsonrpc"')];
  const done = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1');
      accepted = countAccepted(text);
      if (countAnswered(text) >= count + 1) resolve();
    });
  });
  child.stdin.write(call(0, 'warm'));
  await once(child.stdout, 'data');
  const started = performance.now();
  for (let i = 1; i <= count; i++) {
    if (!child.stdin.write(call(i, `r-${i}`))) await once(child.stdin, 'drain');
  }
  await done;
  const seconds = (performance.now() - started) / 1000;
  child.stdin.end();
  await once(child, 'exit');
  target.close();
  return { perSecond: count / seconds, accepted: accepted - 1, arrived: new Set(target.ids).size - 1 };
}

/** `count` processes, one submit each, each killed the moment it has its answer. */
export async function freshProcesses(
  count: number,
  together: number,
): Promise<{ readonly accepted: number; readonly arrived: number; readonly seconds: number }> {
  const target = await peer();
  const home = mkdtempSync(join(tmpdir(), 'swimmy-bench-'));
  let accepted = 0;
  let next = 0;
  const started = performance.now();
  const one = async (): Promise<void> => {
    for (let i = next++; i < count; i = next++) {
      const child = gateway(target.port, home);
      child.stdin.write(call(1, `fresh-${i}`));
      const [answer] = (await once(child.stdout, 'data')) as [Buffer];
      if (String(answer).includes('"status":202')) accepted++;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
  };
  await Promise.all(Array.from({ length: together }, one));
  await new Promise((resolve) => setTimeout(resolve, 500));
  const seconds = (performance.now() - started) / 1000;
  target.close();
  return { accepted, arrived: new Set(target.ids).size, seconds };
}
