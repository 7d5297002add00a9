// What the kernel costs on top of the SDK, and what both cost on top of nothing: one run, the same work, in turns.
// Calls per second depend on how the two sides share the machine; processor time per call does not.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compareServers } from './kernel/compare-servers.ts';
import { Peer, type Era } from './kernel/peer.ts';
import { bundle, mean, median, OUT, percent, timePipelined, sequential, spread } from './measure.ts';

const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 4 : 12;
const SEQUENTIAL = quick ? 200 : 400;
const PIPELINED = quick ? 1600 : 6400;
const STARTS = quick ? 4 : 12;

/** Our bins start through a file of a few lines that keeps what was compiled. */
async function launcher(file: string): Promise<string> {
  const path = join(OUT, 'launcher.mjs');
  await writeFile(
    path,
    `const { enableCompileCache } = await import('node:module');\nenableCompileCache(${JSON.stringify(join(OUT, 'compiled'))});\nawait import(${JSON.stringify(file)});\n`,
  );
  return path;
}

interface Contender {
  readonly name: string;
  readonly file: string;
}

const contenders: readonly Contender[] = [
  { name: 'floor (hand-written JSON-RPC)', file: await bundle('kernel/floor') },
  { name: 'bare SDK', file: await bundle('kernel/sdk') },
  { name: 'kernel', file: await bundle('kernel/ours') },
];
const [, sdk, ours] = contenders as readonly [Contender, Contender, Contender];

async function era(which: Era): Promise<void> {
  const racing = contenders.filter(({ name }) => which === 'legacy' || !name.startsWith('floor'));
  const peers = racing.map(({ name, file }) => ({
    name,
    peer: new Peer(file, which),
    p50: [] as number[],
    rate: [] as number[],
    processor: 0,
  }));
  for (const { peer } of peers) {
    await peer.open();
    await sequential(() => peer.call(), SEQUENTIAL * 4);
    await timePipelined(() => peer.call(), PIPELINED);
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const each of round % 2 ? peers.toReversed() : peers) {
      each.p50.push(await sequential(() => each.peer.call(), SEQUENTIAL));
      const before = each.peer.processor();
      each.rate.push(await timePipelined(() => each.peer.call(), PIPELINED));
      each.processor += each.peer.processor() - before;
    }
  }
  const base = peers.find(({ name }) => name === sdk.name);
  console.log(`\n### ${which} era, stdio, one trivial tool\n`);
  console.log(
    '| server | p50 ms | noise | to SDK | calls/s, 32 in flight | noise | to SDK | processor µs/call | to SDK |',
  );
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|');
  for (const { name, p50, rate, processor } of peers) {
    const perCall = (processor / ROUNDS / PIPELINED) * 1000;
    const toSdk = (values: readonly number[], of: readonly number[] = []) => (median(values) / median(of)).toFixed(2);
    console.log(
      `| ${name} | ${median(p50).toFixed(3)} | ${percent(spread(p50))} | ${toSdk(p50, base?.p50)} | ${Math.round(median(rate))} | ${percent(spread(rate))} | ${toSdk(rate, base?.rate)} | ${perCall.toFixed(1)} | ${(processor / (base?.processor ?? 1)).toFixed(2)} |`,
    );
  }
  for (const { peer } of peers) await peer.close();
}

async function starts(): Promise<void> {
  const started = [...contenders, { name: 'kernel, as its launcher starts it', file: await launcher(ours.file) }];
  const times = new Map(started.map(({ name }) => [name, [] as number[]]));
  const processor = new Map(started.map(({ name }) => [name, [] as number[]]));
  const lists = new Map(started.map(({ name }) => [name, [] as number[]]));
  const memory = new Map<string, number>();
  for (let round = 0; round <= STARTS; round++) {
    for (const { name, file } of started) {
      const from = performance.now();
      const peer = new Peer(file, 'legacy');
      await peer.open();
      // The first start warms the disk.
      if (round > 0) {
        times.get(name)?.push(performance.now() - from);
        processor.get(name)?.push(peer.processor());
        // The floor knows no list.
        if (!name.startsWith('floor')) lists.get(name)?.push(await sequential(() => peer.list(), 1));
      }
      memory.set(name, peer.memory());
      await peer.close();
    }
  }
  const base = median(times.get(sdk.name) ?? []);
  const baseProcessor = mean(processor.get(sdk.name) ?? []);
  console.log('\n### start\n');
  const baseList = median(lists.get(sdk.name) ?? []);
  console.log(
    '| server | first answer, ms | noise | to SDK | processor ms | to SDK | first list, ms | to SDK | idle MB |',
  );
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|');
  for (const [name, values] of times) {
    const used = mean(processor.get(name) ?? []);
    const first = median(lists.get(name) ?? []);
    console.log(
      `| ${name} | ${median(values).toFixed(0)} | ${percent(spread(values))} | ${(median(values) / base).toFixed(2)} | ${used.toFixed(0)} | ${(used / baseProcessor).toFixed(2)} | ${first.toFixed(1)} | ${(first / baseList).toFixed(2)} | ${memory.get(name)?.toFixed(0)} |`,
    );
  }
}

async function sizes(): Promise<void> {
  const counts = [1, 68, 680];
  const peers = counts.map((count) => new Peer(ours.file, 'legacy', { env: { TOOLS: String(count) } }));
  for (const peer of peers) {
    await peer.open();
    await sequential(() => peer.call(), SEQUENTIAL * 4);
    await sequential(() => peer.list(), 50);
  }
  const calls = counts.map(() => [] as number[]);
  const lists = counts.map(() => [] as number[]);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, peer] of peers.entries()) {
      calls[at]?.push(await sequential(() => peer.call(), SEQUENTIAL));
      lists[at]?.push(await sequential(() => peer.list(), 40));
    }
  }
  console.log('\n### catalogue size (kernel)\n');
  console.log('| tools | call p50 ms | to 1 tool | tools/list p50 ms | MB after load |');
  console.log('|--:|--:|--:|--:|--:|');
  for (const [at, count] of counts.entries()) {
    const p50 = median(calls[at] ?? []);
    const toOne = p50 / median(calls[0] ?? []);
    console.log(
      `| ${count} | ${p50.toFixed(3)} | ${toOne.toFixed(2)} | ${median(lists[at] ?? []).toFixed(2)} | ${peers[at]?.memory().toFixed(0)} |`,
    );
  }
  for (const peer of peers) await peer.close();
}

await era('legacy');
await era('modern');
await starts();
await sizes();
// `--own` leaves out the others, which have to be fetched.
if (!process.argv.includes('--own')) await compareServers({ rounds: quick ? 2 : 8, calls: quick ? 100 : 400 });
