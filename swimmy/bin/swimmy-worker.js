#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(`swimmy-worker needs Node 24 or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}
// Compiling the bundle is a good part of the start; from the second start on it is done already.
const { enableCompileCache } = await import('node:module');
enableCompileCache();
await import('../dist/swimmy-worker.js');
