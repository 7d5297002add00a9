// The browser of all tests, of the screenshots and of the bench. Debian's headless shell is Chromium without a window's
// own pages: it draws the same with two thirds of the work.
import { type Browser, chromium } from 'playwright-core';

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
