// `npm run bundle [PLATFORM …]`: the three servers as files that desktop clients install with a click, in dist/mcpb; of this
// machine's platform unless others are named, such as darwin-arm64.
import { join } from 'node:path';
import { makeBundles } from './bundles.ts';
import { packPublished } from './packing.ts';
import { isThisMachine, nameOf, platforms } from './platforms.ts';

const root = join(import.meta.dirname, '../..');
const names = process.argv.slice(2);
const unknown = names.find((name) => !platforms.some((platform) => nameOf(platform) === name));
if (unknown !== undefined) {
  console.error(`There is no platform ${unknown}; there are ${platforms.map(nameOf).join(', ')}.`);
  process.exit(2);
}
const wanted = platforms.filter((each) => (names.length === 0 ? isThisMachine(each) : names.includes(nameOf(each))));
const out = join(root, 'dist/mcpb');
const work = join(out, 'work');
const packed = await packPublished(join(work, 'npm'), work);
const { made, left } = await makeBundles(out, packed, (name) => join(work, name), wanted);
for (const { file, size } of made) console.log(`dist/mcpb/${file}: ${(size / 1024 / 1024).toFixed(1)} MiB`);
for (const why of left) console.error(`left out: ${why}`);
if (left.length > 0) process.exitCode = 1;
