// What a submit's answer promises: refused means never delivered, and what cannot be known is reported as unknown.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { Push } from 'zeromq';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { greeting, GREETING_LENGTH, readFrames, readyFrame, messageFrame } from '../gateway/zmtp-frames.ts';
import { newTestHome, REQUEST, startGatewayProcess, startPeer, until, type TestHome } from './support.ts';

let home: TestHome;
beforeEach(async () => {
  home = await newTestHome();
});
afterEach(() => home[Symbol.asyncDispose]());

const receive = async () => {
  const file = join(home.home, 'received.txt');
  const text = existsSync(file) ? await readFile(file, 'utf8') : '';
  return [...text.matchAll(/\(request_id \. "([^"]+)"\)/g)].map(([, id]) => id);
};

test('a peer that is stopped is given nothing: the refusal holds when it continues', async () => {
  await using peer = await startPeer(home);
  await using gateway = startGatewayProcess(home, { SWIMMY_MCP_PATIENCE_MS: '1500' });
  expect((await gateway.call('backtest.submit', { ...REQUEST, request_id: 'awake' })).result).toMatchObject({
    delivery: 'confirmed',
    warnings: [],
  });
  peer.process.kill('SIGSTOP');
  // Longer than a PONG counts as fresh: from here on there is no proof that the peer is awake.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const refused = await gateway.call('backtest.submit', { ...REQUEST, request_id: 'asleep' });
  expect(refused.error).toMatchObject({ code: -32010, message: expect.stringMatching(/Nothing was sent/) });
  peer.process.kill('SIGCONT');
  expect((await gateway.call('backtest.submit', { ...REQUEST, request_id: 'after' })).result).toMatchObject({
    status: 202,
  });
  expect(await until('the last', async () => ((await receive()).includes('after') ? receive() : undefined))).toEqual([
    'awake',
    'after',
  ]);
});

test('a peer that falls asleep on a message: it may still arrive, which is reported as unconfirmed', async () => {
  // Answers the PING that asks whether it is awake, and none after it.
  let pongs = 1;
  const server = createServer((socket) => talkZmtp(socket, 1, () => pongs-- > 0));
  await new Promise<void>((resolve) => server.listen(home.ports.external, '127.0.0.1', resolve));
  await using gateway = startGatewayProcess(home, { SWIMMY_MCP_PATIENCE_MS: '700' });
  const answer = await gateway.call('backtest.submit', { ...REQUEST, request_id: 'between' });
  expect(answer.result).toMatchObject({
    delivery: 'unconfirmed',
    warnings: [expect.stringMatching(/may still arrive/)],
  });
  expect((await gateway.call('backtest.status', { request_id: 'between' })).result).toMatchObject({
    status: 'sent',
    reason: expect.stringMatching(/may still arrive/),
  });
  // It did arrive, and the result is taken.
  const engine = new Push({ linger: 1000 });
  engine.connect(`tcp://127.0.0.1:${home.ports.results}`);
  await engine.send(`((type . backtest-result) (result . ((strategy_name . "Demo~between") (trades . 3))))`);
  expect((await gateway.call('backtest.result', { request_id: 'between', wait_seconds: 10 })).result).toMatchObject({
    status: 'done',
    result: { trades: 3 },
  });
  engine.close();
  server.close();
});

test('a peer that has no PING: accepted, and reported as unconfirmed', async () => {
  const server = createServer((socket) => talkZmtp(socket, 0, () => false));
  await new Promise<void>((resolve) => server.listen(home.ports.external, '127.0.0.1', resolve));
  await using gateway = startGatewayProcess(home);
  expect((await gateway.call('backtest.submit', { ...REQUEST, request_id: 'plain' })).result).toMatchObject({
    status: 202,
    delivery: 'unconfirmed',
    warnings: [expect.stringMatching(/may still arrive/)],
  });
  server.close();
});

/** A subscriber to everything that speaks ZMTP 3.`minor` and answers a PING only on demand. */
function talkZmtp(socket: Socket, minor: number, answersPing: () => boolean): void {
  const hello = greeting();
  hello[11] = minor;
  socket.on('error', () => undefined).write(hello);
  let bytes = Buffer.alloc(0);
  let greeted = false;
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    if (!greeted && bytes.length >= GREETING_LENGTH) {
      greeted = true;
      bytes = bytes.subarray(GREETING_LENGTH);
      socket.write(Buffer.concat([readyFrame('SUB'), messageFrame(Buffer.from([1]))]));
    }
    if (!greeted) return;
    const { frames, used } = readFrames(bytes);
    bytes = bytes.subarray(used);
    for (const frame of frames)
      if (frame.kind === 'command' && frame.name === 'PING' && answersPing())
        socket.write(pong(frame.data.subarray(2)));
  });
}
const pong = (context: Buffer) =>
  Buffer.concat([Buffer.from([4, 5 + context.length, 4]), Buffer.from('PONG'), context]);

describe('what only our worker can run', () => {
  const realistic = { ...REQUEST, mode: {} };

  test('is not given to another engine, which would run something else', async () => {
    await using _peer = await startPeer(home);
    await using gateway = startGatewayProcess(home);
    const refused = await gateway.call('backtest.submit', { ...realistic, request_id: 'ours' });
    expect(refused.error).toMatchObject({
      code: -32602,
      data: { errors: [{ path: 'mode', message: expect.stringMatching(/start swimmy-worker/) }] },
    });
    expect((await gateway.call('backtest.submit', { ...REQUEST, request_id: 'theirs' })).result).toMatchObject({
      status: 202,
    });
    expect(await until('it', async () => ((await receive()).length > 0 ? receive() : undefined))).toEqual(['theirs']);
  });

  test('is refused when no engine is there', async () => {
    await using gateway = startGatewayProcess(home, { SWIMMY_MCP_PATIENCE_MS: '500' });
    expect((await gateway.call('backtest.submit', realistic)).error?.code).toBe(-32602);
  });

  test('gives no result when the answer does not name its mode', async () => {
    // A worker's hello with another engine's answer behind it.
    const control = createServer((socket) =>
      socket.on('error', () => undefined).write('{"event":"hello","worker":"w","schema_version":1}\n'),
    );
    await new Promise<void>((resolve) => control.listen(home.env.SWIMMY_CONTROL_SOCKET, resolve));
    await using _peer = await startPeer(home);
    await using gateway = startGatewayProcess(home);
    await gateway.call('backtest.submit', { ...realistic, request_id: 'ours' });
    const engine = new Push({ linger: 1000 });
    engine.connect(`tcp://127.0.0.1:${home.ports.results}`);
    await engine.send(
      '((type . backtest-result) (result . ((strategy_name . "Demo~ours") (trades . 3) (sharpe . 9.5))))',
    );
    expect((await gateway.call('backtest.result', { request_id: 'ours', wait_seconds: 10 })).result).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/mode/),
      result: null,
    });
    engine.close();
    control.close();
  });
});

test('gateways of one home start together', async () => {
  for (let round = 0; round < 3; round++) {
    const gateways = Array.from({ length: 6 }, () =>
      startGatewayProcess(home, { SWIMMY_HOME: join(home.home, `home-${round}`) }),
    );
    const answers = await Promise.all(gateways.map((gateway) => gateway.call('health.ping')));
    expect(answers.map(({ result }) => result)).toEqual(Array.from({ length: 6 }, () => ({ status: 'ok' })));
    await Promise.all(gateways.map((gateway) => gateway.stop('SIGKILL')));
  }
});
