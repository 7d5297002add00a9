import { expect, test } from 'vitest';
import { installMissing } from './system-packages.ts';

/** A machine that has these files, and what was run on it. */
function machine(options: { readonly has?: readonly string[]; readonly isRoot?: boolean; readonly maySudo?: boolean }) {
  const files = new Set(options.has ?? []);
  const ran: string[] = [];
  return {
    ran,
    files,
    isRoot: options.isRoot ?? false,
    exists: (file: string) => files.has(file),
    run: (argv: readonly string[]) => {
      ran.push(argv.join(' '));
      return argv[0] === 'sudo' ? options.maySudo === true : true;
    },
  };
}

test('without apt it says what is missing and which tests that means, and runs nothing', () => {
  const bare = machine({ isRoot: true });
  expect(installMissing(bare)).toMatch(
    /no apt-get.*chromium-headless-shell, nats-server.*skipped.*apt-get install chromium/,
  );
  expect(bare.ran).toEqual([]);
});

test('without rights it never asks for a password', () => {
  const guest = machine({ has: ['/usr/bin/apt-get', '/usr/sbin/nats-server'] });
  const message = installMissing(guest);
  expect(message).toContain('may not install packages');
  expect(message).not.toContain('nats-server');
  expect(guest.ran).toEqual(['sudo -n true']);
});

test('with rights it installs what is missing, and says what apt did not bring', () => {
  const own = machine({ has: ['/usr/bin/apt-get'], maySudo: true });
  const run = own.run;
  own.run = (argv) => {
    if (argv.includes('install')) own.files.add('/usr/bin/chromium-headless-shell');
    return run(argv);
  };
  const message = installMissing(own);
  const installs = own.ran.filter((command) => command.includes(' install '));
  expect(installs[0]).toMatch(/^sudo -n apt-get -qq install -y --no-install-recommends chromium-headless-shell nats/);
  // What the first go did not bring is asked for alone: a name that is unknown here must not fail the others.
  expect(installs[1]).toMatch(/recommends nats-server$/);
  expect(message).toContain('did not install everything');
  expect(message).not.toContain('chromium');
});
