import { expect, it } from 'vitest';
import { lastLine } from './programs.ts';

const fell = (error: string) => `file:///opt/zorivest/dist/zorivest-api.js:7
import Database from 'better-sqlite3';
^

${error}
    at finalizeResolution (node:internal/modules/esm/resolve:272:11) {
  code: 'ERR_OF_NODE'
}

Node.js v24.21.0
`;

it('the last output of a program is shown without its name', () => {
  expect(lastLine('starting\nzorivest-api: port 8765 is taken\n')).toBe('port 8765 is taken');
  expect(lastLine('')).toBe('the service ended without saying why');
});

it('of a program that fell it is the error, not the version of Node below it', () => {
  expect(lastLine(fell('RangeError: too deep'))).toBe('RangeError: too deep');
  const missing =
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'better-sqlite3' imported from /opt/zorivest/dist/a.js";
  expect(lastLine(fell(missing))).toBe(`a part of it is missing, so install zorivest again: ${missing}`);
});
