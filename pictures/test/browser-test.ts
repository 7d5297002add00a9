// A test that needs the browser: skipped by its name on a machine without one. A file of such tests only starts nothing.
import { test as anyTest } from 'vitest';
import { hasBrowser } from './browser.ts';

export const test = hasBrowser ? anyTest : anyTest.skip;
