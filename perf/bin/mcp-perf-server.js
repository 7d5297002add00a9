#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`mcp-perf-server needs Node 24 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
await import('../dist/mcp-perf-server.js');
