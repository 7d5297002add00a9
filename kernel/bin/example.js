#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(`This needs Node 24 or newer; this is ${process.version}.\n`);
  process.exit(1);
}
// Compiling the bundle is a third of the start; from the second start on it is done already.
const { enableCompileCache } = await import('node:module');
enableCompileCache();
await import('../dist/example.js');
