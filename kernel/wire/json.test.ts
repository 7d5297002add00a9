import { expect, it } from 'vitest';
import { MAX_DEPTH, parseJson } from './json.ts';

const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

it('takes values up to the allowed depth and refuses deeper ones', () => {
  const wide = `[${'1,'.repeat(200)}${nest(MAX_DEPTH - 1)}]`;
  expect(parseJson(wide)).toMatchObject({ ok: true });
  expect(parseJson(nest(MAX_DEPTH + 1))).toMatchObject({ ok: false, fault: 'depth' });
  expect(parseJson(nest(1_000_000))).toMatchObject({ ok: false, fault: 'depth' });
  expect(parseJson(`{"a":`.repeat(100) + '1' + '}'.repeat(100))).toMatchObject({ ok: false, fault: 'depth' });
});

it('says what is wrong with a text that is not JSON', () => {
  expect(parseJson('{"a":')).toMatchObject({ ok: false, fault: 'parse' });
});
