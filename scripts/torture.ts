// `npm run torture [rounds] [seconds] [operation...] [sample=N]`: every change of a file as the last one, 100 kills in the
// middle of writing, and 32 clients for 60 s. The short form of each is in journal/api/test/torture.test.ts. With operations
// (init, restore, …) only their changes of files; with a sample only that number of each.
import { operationNames } from '../journal/api/test/crash-homes.ts';
import { allCrashPoints } from '../journal/api/test/crash-points.ts';
import { killRepeatedly, load } from '../journal/api/test/torture.ts';

const args = process.argv.slice(2);
const chosen = operationNames.filter((name) => args.includes(name));
const [killCount = 100, seconds = 60] = args.filter((arg) => /^\d+$/.test(arg)).map(Number);
const sample = Number(args.find((arg) => arg.startsWith('sample='))?.slice(7) ?? Infinity);
const progress = (line: string) => process.stdout.write(`\r${line}   `);

const { reports, skipped } = await allCrashPoints(chosen.length > 0 ? chosen : operationNames, {
  tell: progress,
  sample,
});
process.stdout.write('\r');
for (const { operation, killer, points, old, changed, third } of reports) {
  console.log(`${operation}, killed at ${killer}: ${points} points, ${old} old, ${changed} new, ${third.length} third`);
}
if (skipped !== null) console.log(`skipped: killing at system calls of SQLite (${skipped})`);
const third = reports.flatMap((report) => report.third);
const points = reports.reduce((sum, report) => sum + report.points, 0);
console.log(`${points} points, ${third.length} third states`);

const faults = [...third];
if (chosen.length === 0) {
  const kills = await killRepeatedly(killCount, progress);
  console.log(
    `\n${kills.kills} kills: ${kills.acknowledged} acknowledged writes, ${kills.missing.length} missing, ${kills.torn.length} torn`,
  );
  const crowd = await load(32, seconds);
  console.log(
    `32 clients for ${seconds} s: ${crowd.requests} requests, ${crowd.errors.length} errors, ${crowd.lost} lost`,
  );
  faults.push(...kills.missing, ...kills.torn, ...crowd.errors, ...(crowd.lost > 0 ? ['updates were lost'] : []));
}
for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
if (faults.length > 0) process.exitCode = 1;
