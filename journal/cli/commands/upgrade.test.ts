import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { upgrade } from './upgrade.ts';

it.each([
  ['null', 'has no version'],
  ['[]', 'has no version'],
  ['7', 'has no version'],
  ['{"version":2}', 'has no version'],
  ['{"version":"newest"}', 'has no version'],
  ['', 'is no JSON'],
  ['<html>', 'is no JSON'],
])('of a file that holds %s, upgrade says what should be in it', (text, problem) => {
  const folder = mkdtempSync(join(tmpdir(), 'zorivest-upgrade-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'latest.json');
  writeFileSync(file, text);
  expect(() => upgrade(file, { json: false, check: true })).toThrow(`${file} ${problem}`);
  expect(() => upgrade(join(folder, 'none.json'), { json: false, check: true })).toThrow('cannot be read');
});
