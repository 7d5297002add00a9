#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(`This needs Node 24 or newer; this is ${process.version}.\n`);
  process.exit(1);
}
await import('../dist/example.js');
