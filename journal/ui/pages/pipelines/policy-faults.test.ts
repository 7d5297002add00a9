import { expect, test } from 'vitest';
import { nodesOf } from './json-nodes.ts';
import { placedFault, syntaxFault } from './policy-faults.ts';

const TEXT = `{
  "name": "Friday",
  "steps": [
    { "id": "count", "type": "qery", "params": { "queries": [{ "sql": "drop table trades" }] } }
  ]
}`;

test.each([
  ['{\n  "name": Friday\n}', 2, 'a value is expected here'],
  ['{\n  "name": "Friday"\n  "steps": []\n}', 3, 'a comma or } is expected here'],
  ['{\n  "name" "Friday" }', 2, 'a colon is expected here'],
  ['{\n  "steps": [1,\n]}', 3, 'a value is expected here'],
  ['{\n  name: 1 }', 2, 'a name in double quotes is expected here'],
  ['{\n  "name": "Fri\nday" }', 2, 'no closing quote'],
  ['{\n  "steps": [\n', 3, 'the text ends too early'],
  ['{}\n}', 2, 'nothing more'],
  ['', 1, 'the text ends too early'],
])('a text that is not JSON has its fault where it begins: %j', (text, line, message) => {
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  expect(syntaxFault(text)).toMatchObject({ line, field: '', message: expect.stringContaining(message) as unknown });
});

test.each(['0', '-1.5e+3', 'null', '[true, false]', '{"a":{"b":[]}}', '"\\u00e9\\n"', ' [ ] '])(
  '%j is JSON',
  (text) => {
    expect(() => JSON.parse(text) as unknown).not.toThrow();
    expect(syntaxFault(text)).toBeNull();
  },
);

test('a whole text has none', () => {
  expect(syntaxFault(TEXT)).toBeNull();
});

test.each([
  ['steps.0.type', '"qery"', 4],
  ['steps.0.params.queries[0].sql', '"drop table trades"', 4],
  // A missing value is reported where it would have to be.
  ['trigger', '{', 1],
  ['steps.0.params.row_limit', '{', 4],
])('a fault of %s is shown at its place', (field, marked, line) => {
  const fault = placedFault(TEXT, nodesOf(TEXT), { field, message: 'no' });
  expect(TEXT.slice(fault.start, fault.end)).toBe(marked);
  expect(fault.line).toBe(line);
});
