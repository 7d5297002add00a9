#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(`swimmy-mcp needs Node 24 or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}
// The reader of our output may stop reading, as `head` does: that ends the program, and is no error.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
// Compiling the bundle is a good part of the start; from the second start on it is done already. In the person's own folder: in
// the temporary one another user of the machine could leave compiled code to be run here.
const { enableCompileCache } = await import('node:module');
const { homedir } = await import('node:os');
enableCompileCache(`${homedir()}/.cache/swimmy-mcp`);
await import('../dist/swimmy-mcp.js');
