// How long the domain takes over a million executions, whether that stays linear, and what it holds in memory.
// `--small` runs a tenth, to look at the table.

import { analyticsAreas } from './domain/analytics.ts';
import { type Area, executionsOf, timed } from './domain/area.ts';
import { routeRows } from './domain/routes.ts';
import { simulationRow } from './domain/simulation.ts';
import { taxAreas } from './domain/tax.ts';
import { tripAreas } from './domain/trips.ts';

const AREAS: readonly Area[] = [...tripAreas, ...analyticsAreas, ...taxAreas];
const FULL = process.argv.includes('--small') ? 100_000 : 1_000_000;

const full = executionsOf(FULL);
const half = full.slice(0, FULL / 2);
console.log(`${FULL.toLocaleString('en-US')} executions of 500 symbols; processor time in ms, best of two.\n`);
console.log('| area | half | full | growth (limit 2.3) | peer |');
console.log('|---|---:|---:|---:|---|');
let total = 0;
for (const area of AREAS) {
  const atHalf = timed(area.prepare(half), 2);
  const atFull = timed(area.prepare(full), 2);
  if (area.alternative !== true) total += atFull;
  const peer =
    area.peer === undefined
      ? ''
      : `${(atFull / timed(area.peer(full), 2)).toFixed(1)}x the time of ${area.peerName ?? 'the peer'}`;
  console.log(
    `| ${area.name} | ${atHalf.toFixed(0)} | ${atFull.toFixed(0)} | ${(atFull / atHalf).toFixed(2)} | ${peer} |`,
  );
}
const peak = process.resourceUsage().maxRSS / 1024;
console.log(
  `\nAll areas together: ${(total / 1000).toFixed(1)} s (limit 15), ${peak.toFixed(0)} MB at most (limit 2,048).\n`,
);
console.log('| simulation | single trades | blocks | peer |');
console.log('|---|---|---|---|');
console.log(simulationRow());

console.log('\nAnalytics routes over 100,000 trades in an encrypted book, milliseconds of waiting, best of three.\n');
console.log('| route | after a new trade (limit 500) | after another change | again (limit 50) |');
console.log('|---|---:|---:|---:|');
for (const row of await routeRows()) console.log(row);
