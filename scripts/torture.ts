// `npm run torture`: the long form of the tests in journal/api/test/torture.test.ts. 100 kills, 32 clients for 60 s.
import { killRounds, load } from '../journal/api/test/torture.ts';

const rounds = Number(process.argv[2] ?? 100);
const seconds = Number(process.argv[3] ?? 60);

const kills = await killRounds(rounds, (line) => process.stdout.write(`\r${line}   `));
console.log(
  `\n${kills.rounds} kills: ${kills.acknowledged} acknowledged writes, ${kills.missing.length} missing, ${kills.torn.length} torn`,
);
const crowd = await load(32, seconds);
console.log(
  `32 clients for ${seconds} s: ${crowd.requests} requests, ${crowd.errors.length} errors, ${crowd.lost} lost`,
);
for (const fault of [...kills.missing, ...kills.torn, ...crowd.errors].slice(0, 20)) console.log(`  ${fault}`);
if (kills.missing.length + kills.torn.length + crowd.errors.length + crowd.lost > 0) process.exitCode = 1;
