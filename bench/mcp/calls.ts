// A guarded call and a start, compared with a bare SDK server that does the same work; and many concurrent calls.
// The machine may be shared: processor time of the server's own process says what waiting for others hides.
import { createClient } from '@zorivest/contract';
import { Peer } from '../kernel/peer.ts';
import { bundle, launcher, mean, median, percent, timePipelined, sequential, spread } from '../measure.ts';
import { BIN, environment, type BenchService } from './service.ts';

const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 4 : 10;
const CALLS = quick ? 100 : 200;
const STARTS = quick ? 4 : 12;
const IN_FLIGHT = 200;

const CALL = { name: 'get_settings', arguments: { key: 'ui.theme' } };

interface Contender {
  readonly name: string;
  readonly start: () => Peer;
}

/** The bare SDK started plainly, started as we are, and us: all three bundled alike. */
async function contenders(service: BenchService): Promise<readonly [Contender, Contender, Contender]> {
  const { apiUrl, apiKey } = service;
  const { session_token } = await createClient({ baseUrl: apiUrl }).auth.unlock({ body: { api_key: apiKey } });
  const sdk = await bundle('mcp/sdk');
  const bare = (file: string) =>
    new Peer(file, 'legacy', { env: { API_URL: apiUrl, SESSION: session_token }, call: CALL });
  return [
    { name: 'bare SDK, the same two requests', start: () => bare(sdk) },
    { name: 'bare SDK, with our launcher (compile cache)', start: () => bare(launcher(sdk)) },
    {
      name: 'zorivest-mcp',
      start: () => new Peer(BIN, 'legacy', { env: environment(service), call: CALL }),
    },
  ];
}

export async function callTables(service: BenchService): Promise<string> {
  const [plain, cached, ours] = await contenders(service);
  return [
    '### A guarded call that reads, end to end over stdio\n',
    await guardedCalls([plain, ours]),
    '\n### From the start of the process to the answer to `initialize`\n',
    await starts([plain, cached, ours]),
    `\n### ${IN_FLIGHT} calls in flight\n`,
    await manyCalls([plain, ours]),
  ].join('\n');
}

async function guardedCalls(both: readonly Contender[]): Promise<string> {
  const peers = both.map(({ name, start }) => ({ name, peer: start(), p50: [] as number[], processor: 0 }));
  for (const { peer } of peers) {
    await peer.open();
    await sequential(() => peer.call(), CALLS * 2);
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const each of round % 2 ? peers.toReversed() : peers) {
      const before = each.peer.processor();
      each.p50.push(await sequential(() => each.peer.call(), CALLS));
      each.processor += each.peer.processor() - before;
    }
  }
  for (const { peer } of peers) await peer.close();
  const [base] = peers;
  return [
    '| server | p50 ms | noise | to SDK (goal 2.5) | processor ms/call | to SDK |',
    '|---|--:|--:|--:|--:|--:|',
    ...peers.map(({ name, p50, processor }) => {
      const perCall = processor / ROUNDS / CALLS;
      const toSdk = median(p50) / median(base?.p50 ?? []);
      return `| ${name} | ${median(p50).toFixed(2)} | ${percent(spread(p50))} | ${toSdk.toFixed(2)} | ${perCall.toFixed(2)} | ${(processor / (base?.processor ?? 1)).toFixed(2)} |`;
    }),
  ].join('\n');
}

async function starts(contestants: readonly [Contender, Contender, Contender]): Promise<string> {
  const racing = contestants.map(({ name, start }) => ({
    name,
    start,
    times: [] as number[],
    processor: [] as number[],
    lists: [] as number[],
  }));
  for (let round = 0; round <= STARTS; round++) {
    for (const { start, times, processor, lists } of racing) {
      const from = performance.now();
      const peer = start();
      await peer.open();
      const opened = performance.now();
      const used = peer.processor();
      await peer.list();
      // The first start warms the disk.
      if (round > 0) {
        times.push(opened - from);
        processor.push(used);
        lists.push(performance.now() - opened);
      }
      await peer.close();
    }
  }
  const ratio = (mine: number, index: number, of: (racer: (typeof racing)[number]) => number) => {
    const base = racing[index];
    return base ? (mine / of(base)).toFixed(2) : '';
  };
  return [
    '| server | ms | noise | to SDK (goal 1.3) | to SDK with launcher | processor ms | to SDK | to SDK with launcher | first `tools/list` ms |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...racing.map(({ name, times, processor, lists }) => {
      const [time, used] = [median(times), mean(processor)];
      const wall = [0, 1].map((index) => ratio(time, index, (racer) => median(racer.times)));
      const busy = [0, 1].map((index) => ratio(used, index, (racer) => mean(racer.processor)));
      return `| ${[name, time.toFixed(0), percent(spread(times)), ...wall, used.toFixed(0), ...busy, median(lists).toFixed(0)].join(' | ')} |`;
    }),
  ].join('\n');
}

/** A failed answer ends the run, so a row here means that every call was answered. */
async function manyCalls(both: readonly Contender[]): Promise<string> {
  const rows: string[] = [];
  for (const { name, start } of both) {
    const peer = start();
    await peer.open();
    const count = IN_FLIGHT * (quick ? 2 : 10);
    const rate = await timePipelined(() => peer.call(), count, IN_FLIGHT);
    rows.push(`| ${name} | ${count} | 0 | ${rate.toFixed(0)} | ${peer.memory().toFixed(0)} |`);
    await peer.close();
  }
  return ['| server | calls | errors | calls/s | MB after |', '|---|--:|--:|--:|--:|', ...rows].join('\n');
}
