// `npm run pack [NAME …]`: writes what is published as dist/*.tgz, as `npm publish` would take it.
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packPublished } from './release/packing.ts';

const out = join(import.meta.dirname, '../dist');
// All of them, or those that are named.
const wanted = process.argv.slice(2);
if (wanted.length === 0) for (const old of globSync('*.tgz', { cwd: out })) rmSync(join(out, old));
for (const { file, size } of await packPublished(out, out, wanted))
  console.log(`dist/${file}: ${(size / 1024).toFixed(0)} KiB`);
