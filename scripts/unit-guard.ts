// Enforces the rules of unit tests: no child process, no socket. An attempt is refused, and its file fails even where the
// refusal is caught. Such a test belongs into a `test/` folder, where every file has its own process.
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { afterAll } from 'vitest';

/** Refused attempts of the running test file, checked when it ends. */
export const attempts: string[] = [];

function refuse(owner: object, name: string, what: string): void {
  Object.defineProperty(owner, name, {
    configurable: true,
    writable: true,
    value: () => {
      const message = `a unit test ${what}; move it into a test/ folder`;
      attempts.push(message);
      throw new Error(message);
    },
  });
}

for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync']) {
  refuse(childProcess, name, `started a child process (${name})`);
}
refuse(net.Socket.prototype, 'connect', 'opened a connection');
refuse(net.Server.prototype, 'listen', 'listened on a socket');
refuse(dgram.Socket.prototype, 'bind', 'listened on a socket');
refuse(dgram.Socket.prototype, 'send', 'sent a datagram');
syncBuiltinESMExports();

afterAll(() => {
  const made = attempts.splice(0);
  if (made.length > 0) throw new Error(made.join('\n'));
});
