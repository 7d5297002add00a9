import { expect, test } from 'vitest';
import { lineOf, nodeAt, nodeOf, nodesOf } from './json-nodes.ts';

/** The place of a bar in a text, and the text without it. */
function splitMark(text: string): readonly [string, number] {
  return [text.replace('|', ''), text.indexOf('|')];
}

test.each([
  ['a value', '{"name": "Fri|day"}', 'name', 'text'],
  ['a name', '{"na|me": "Friday"}', 'name', 'text'],
  ['an object between its values', '{"trigger": {"enabled": true,| }}', 'trigger', 'object'],
  ['a value in a list in an object', '{"steps": [{}, {"type": "que|ry"}]}', 'steps.1.type', 'text'],
  ['a value that is yet to be written', '{"trigger": {"timezone": |}}', 'trigger.timezone', 'missing'],
  ['a value at the end of a text that is not closed', '{"steps": [{"type": |', 'steps.0.type', 'missing'],
  ['a text whose quote was forgotten', '{"steps": [{"type": "que|ry\n}]}', 'steps.0.type', 'text'],
  ['a number', '{"steps": [{"timeout": 3|0}]}', 'steps.0.timeout', 'other'],
])('the cursor is known to stand in %s', (_, text, path, kind) => {
  const [plain, at] = splitMark(text);
  const found = nodeAt(nodesOf(plain), at);
  expect(found?.path.join('.')).toBe(path);
  expect(found?.kind).toBe(kind);
});

test('what stands at a path is found, or what is nearest above it', () => {
  const text = '{\n  "steps": [\n    { "id": "a", "params": { "sql": "x" } }\n  ]\n}';
  const nodes = nodesOf(text);
  const whole = nodeOf(nodes, ['steps', 0, 'params', 'sql']);
  expect(text.slice(whole?.start, whole?.end)).toBe('"x"');
  // Parts of a path may be the words of a message.
  const step = nodeOf(nodes, ['steps', '0', 'type']);
  expect(text.slice(step?.start, step?.end)).toBe('{ "id": "a", "params": { "sql": "x" } }');
  expect(lineOf(text, step?.start ?? 0)).toBe(3);
});

test('brackets in texts, escaped quotes and stray brackets confuse nothing', () => {
  const text = '{"a": "}]{\\"", "b": 1}]';
  expect(nodesOf(text).map(({ path, start, end }) => [path.join('.'), text.slice(start, end)])).toEqual([
    ['a', '"}]{\\""'],
    ['b', '1'],
    ['', '{"a": "}]{\\"", "b": 1}'],
  ]);
  expect(nodesOf('')).toEqual([]);
});
