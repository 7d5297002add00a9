// How long the domain takes over a million executions, whether that stays linear, and what it holds in memory.
// `--small` runs a tenth, to look at the table; `--areas` leaves the routes out.

import { availableParallelism, loadavg } from 'node:os';
import { analyticsOfExecutions, analyticsOfTrips } from './domain/analytics.ts';
import { type Area, executionsOf, Material, ratioOf, timeRun, type Timing } from './domain/area.ts';
import { routeRows } from './domain/routes.ts';
import { simulationRow } from './domain/simulation.ts';
import { structureAreas } from './domain/structures.ts';
import { taxAreas } from './domain/tax.ts';
import { tripAreas } from './domain/trips.ts';
import { percent } from './measure.ts';

const AREAS: readonly Area[] = [
  ...tripAreas,
  ...structureAreas,
  ...taxAreas,
  ...analyticsOfExecutions,
  ...analyticsOfTrips,
];
const FULL = process.argv.includes('--small') ? 100_000 : 1_000_000;

/** Every area over that number of executions; only one size is in memory at a time. */
function measureAreas(count: number): { timing: Timing; peerRatio: ReturnType<typeof ratioOf> | null }[] {
  const material = new Material(executionsOf(count));
  return AREAS.map(({ prepare, peer }) => {
    const run = prepare(material);
    return { timing: timeRun(run), peerRatio: peer === undefined ? null : ratioOf(run, peer(material)) };
  });
}

/** So that no size pays for what is compiled on the way to it. */
function warmUp(): void {
  const material = new Material(executionsOf(FULL / 10));
  for (const { prepare } of AREAS) {
    const run = prepare(material);
    for (let i = 0; i < 3; i += 1) run();
  }
}

warmUp();
const atHalf = measureAreas(FULL / 2);
const atFull = measureAreas(FULL);
console.log(
  `${FULL.toLocaleString('en-US')} executions of 500 symbols; ms, medians; processor time with its spread.\n`,
);
console.log('| area | half | full | growth (limit 2.3) | waiting | compared with a peer |');
console.log('|---|---:|---:|---:|---:|---|');
const total = { half: 0, processor: 0, waiting: 0 };
for (const [i, { name, alternative, peerName }] of AREAS.entries()) {
  const [half, full] = [atHalf[i], atFull[i]];
  if (half === undefined || full === undefined) continue;
  const { processor, waiting } = full.timing;
  if (alternative !== true) {
    total.half += half.timing.processor;
    total.processor += processor;
    total.waiting += waiting;
  }
  const shown = [half, full].map(({ timing }) => `${timing.processor.toFixed(0)} ${percent(timing.spread)}`);
  const { peerRatio } = full;
  const peer =
    peerRatio === null ? '' : `${peerRatio.ratio.toFixed(2)}x ${percent(peerRatio.spread)} the time of ${peerName}`;
  const growth = (processor / half.timing.processor).toFixed(2);
  console.log(`| ${name} | ${shown.join(' | ')} | ${growth} | ${waiting.toFixed(0)} | ${peer} |`);
}
const peak = process.resourceUsage().maxRSS / 1024;
console.log(
  `\nAll areas together: ${(total.waiting / 1000).toFixed(1)} s of waiting (limit 15), ` +
    `${(total.processor / 1000).toFixed(1)} s of processor time on ${availableParallelism()} cores with a load of ` +
    `${(loadavg()[0] ?? 0).toFixed(1)}; ${peak.toFixed(0)} MB at most (limit 2,048); ` +
    `${(total.processor / total.half).toFixed(2)} times the processor time of half as many (limit 2.3).\n`,
);
console.log('| simulation | single trades | blocks | peer |');
console.log('|---|---|---|---|');
console.log(simulationRow());

if (!process.argv.includes('--areas')) {
  console.log(
    '\nAnalytics routes over 100,000 trades in an encrypted book, milliseconds of waiting, median of five.\n',
  );
  console.log('| route | first answer (limit 500) | after a new trade (limit 500) | again (limit 50) |');
  console.log('|---|---:|---:|---:|');
  for (const row of await routeRows()) console.log(row);
}
