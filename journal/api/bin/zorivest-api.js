#!/usr/bin/env node
// The database driver crashes on older versions instead of saying so; this says so.
// The first that derives keys as the book does (Argon2).
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  process.stderr.write(`zorivest-api needs Node 24.7 or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}
process.umask(0o077);
// A reader of our output may stop reading, as `head` does: that ends the program, and is no error.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
// Compiling the bundle is a good part of the start; from the second start on it is done already. In the person's own folder: in
// the temporary one another user of the machine could leave compiled code to be run here.
const { enableCompileCache } = await import('node:module');
const { homedir } = await import('node:os');
enableCompileCache(`${homedir()}/.cache/zorivest`);
const { main } = await import('../dist/zorivest-api.js');
await main(process.argv.slice(2));
