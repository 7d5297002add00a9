#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(`zorivest needs Node.js 24 or newer; this is ${process.version}\n`);
  process.exit(1);
}
// Compiling the bundle is a good part of the start; from the second start on it is done already.
const { enableCompileCache } = await import('node:module');
enableCompileCache();
const { main } = await import('../dist/zorivest.js');
await main(process.argv);
