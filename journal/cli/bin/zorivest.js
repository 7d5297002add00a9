#!/usr/bin/env node
// The first that derives keys as the book does (Argon2).
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  process.stderr.write(`zorivest needs Node 24.7 or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}
// A reader of our output may stop reading, as `head` does: that ends the program, and is no error.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
// A proxy of the environment (NODE_USE_ENV_PROXY) is for the world outside: what is asked of this machine, and the keys that go
// with it, stay here.
const { no_proxy, NO_PROXY } = process.env;
process.env.no_proxy = [no_proxy ?? NO_PROXY, 'localhost,127.0.0.1,[::1]'].filter(Boolean).join(',');
// Compiling the bundle is a good part of the start; from the second start on it is done already. In the person's own folder: in
// the temporary one another user of the machine could leave compiled code to be run here.
const { enableCompileCache } = await import('node:module');
const { homedir } = await import('node:os');
enableCompileCache(`${homedir()}/.cache/zorivest`);
const { main } = await import('../dist/zorivest.js');
await main(process.argv);
