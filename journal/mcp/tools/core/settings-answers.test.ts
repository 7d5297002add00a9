/** Every answer about a made-up book says so: answers made of settings have room for it. */
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { getLogSettings } from './get-log-settings.ts';
import { getSettings } from './get-settings.ts';

it.each([getSettings, getLogSettings])('$name of a demo book fits its own description', ({ output }) => {
  const schema = (output as () => z.ZodType)();
  expect(schema.safeParse({ 'ui.theme': 'dark', demo: true }).success).toBe(true);
  expect(schema.safeParse({ 'ui.theme': 1 }).success).toBe(false);
});
