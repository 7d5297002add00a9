// The browser of all tests, of the screenshots and of the bench. Debian's headless shell is Chromium without a window's
// own pages: it draws the same with two thirds of the work.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const BROWSER = '/usr/bin/chromium-headless-shell';

export const hasBrowser = existsSync(BROWSER);

/**
 * Run by root, Chromium lifts its own threads ahead of everything else on the machine, which it may not do for anybody who sits
 * before it: what answers its requests is then left waiting for a processor. So it gets no more rights than a person's.
 */
const AS_FOR_A_PERSON = join(import.meta.dirname, 'browser-as-for-a-person.sh');

const findProgram = (): string =>
  process.getuid?.() === 0 && spawnSync(AS_FOR_A_PERSON, ['--version']).status === 0 ? AS_FOR_A_PERSON : BROWSER;

let program: string | undefined;

export const launchBrowser = (): Promise<Browser> => {
  if (!hasBrowser) throw new Error(`there is no ${BROWSER}; install Debian's chromium-headless-shell`);
  return chromium.launch({
    executablePath: (program ??= findProgram()),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
};
