// The browser of all tests, of the screenshots and of the bench. Debian's headless shell is Chromium without a window's
// own pages: it draws the same with two thirds of the work.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const BROWSER = '/usr/bin/chromium-headless-shell';

export const hasBrowser = existsSync(BROWSER);

export const launchBrowser = (): Promise<Browser> => {
  if (!hasBrowser) throw new Error(`there is no ${BROWSER}; install Debian's chromium-headless-shell`);
  return chromium.launch({
    executablePath: BROWSER,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
};
