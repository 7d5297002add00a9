import { expect, test } from 'vitest';
import { withField, withValue } from './edit-text.ts';
import { nodeAt, nodesOf } from './json-nodes.ts';
import { beginningOf, hintAt, type Schemas } from './policy-hint.ts';

const schemas: Schemas = {
  policy: {
    type: 'object',
    required: ['name', 'steps'],
    properties: {
      name: { type: 'string', description: 'What it is called.' },
      schema_version: { anyOf: [{ const: 1 }, { const: 2 }], default: 1 },
      trigger: {
        type: 'object',
        properties: { enabled: { type: 'boolean', default: true }, max: { type: 'integer', minimum: 1, maximum: 3 } },
      },
      steps: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'type'],
          properties: {
            id: { type: 'string' },
            type: { type: 'string' },
            params: { type: 'object', additionalProperties: {} },
            on_error: { type: 'string', enum: ['fail', 'go_on'] },
          },
        },
      },
    },
  },
  steps: [
    {
      type: 'query',
      summary: 'Reads the book.',
      params_schema: {
        type: 'object',
        required: ['queries'],
        properties: {
          queries: {
            type: 'array',
            items: { type: 'object', required: ['sql'], properties: { sql: { type: 'string' } } },
          },
          row_limit: { type: 'integer', default: 1000 },
        },
      },
    },
    { type: 'send', summary: 'Sends a report.', params_schema: { type: 'object', properties: {} } },
  ],
};

/** The hint at the bar. */
function hint(marked: string) {
  const text = marked.replace('|', '');
  const nodes = nodesOf(text);
  const node = nodeAt(nodes, marked.indexOf('|'));
  if (node === undefined) throw new Error('nothing stands there');
  return { text, nodes, ...hintAt(schemas, text, nodes, node) };
}

const namesOf = ({ fields }: ReturnType<typeof hint>) => fields.map(({ name }) => name);

test('an object offers the fields it does not have, the needed ones first', () => {
  expect(namesOf(hint('{"schema_version": 2,| "steps": []}'))).toEqual(['name', 'trigger']);
  // Also while one of its values is written.
  expect(namesOf(hint('{"steps": [{"id": "a|"}]}'))).toEqual(['type', 'params', 'on_error']);
});

test('a value offers what it can be', () => {
  expect(hint('{"steps": [{"on_error": "|"}]}').values).toEqual(['fail', 'go_on']);
  expect(hint('{"schema_version": |}').values).toEqual([1, 2]);
  expect(hint('{"trigger": {"enabled": tr|}}')).toMatchObject({ kind: 'true or false', values: [true, false] });
  expect(hint('{"trigger": {"max": |}}').kind).toBe('a whole number from 1 to 3');
  expect(hint('{"trigger": |}').values).toEqual([{}]);
  expect(hint('{"name": "|"}')).toMatchObject({ about: 'What it is called.', kind: 'text', values: [] });
});

test('a step offers its kinds, and then what its own kind takes', () => {
  expect(hint('{"steps": [{"type": "que|ry"}]}')).toMatchObject({
    values: ['query', 'send'],
    about: 'Reads the book.',
  });
  expect(namesOf(hint('{"steps": [{"type": "query", "params": {|}}]}'))).toEqual(['queries', 'row_limit']);
  expect(namesOf(hint('{"steps": [{"type": "query", "params": {"queries": [{|}]}}]}'))).toEqual(['sql']);
  // An unknown kind has nothing to offer.
  expect(namesOf(hint('{"steps": [{"type": "nothing", "params": {|}}]}'))).toEqual([]);
});

test('what a hint puts in is well formed and stands where it belongs', () => {
  const value = hint('{"steps": [{"type": "que|"}]}');
  expect(withValue(value.text, value.node, 'send').text).toBe('{"steps": [{"type": "send"}]}');
  const missing = hint('{"schema_version":|}');
  expect(withValue(missing.text, missing.node, 2).text).toBe('{"schema_version": 2}');
  const object = hint('{\n  "trigger": {|\n    "max": 1\n  }\n}');
  const more = withField(object.text, object.nodes, object.node, 'enabled', true);
  expect(more.text).toBe('{\n  "trigger": {\n    "max": 1,\n    "enabled": true\n  }\n}');
  expect(more.text.slice(...more.select)).toBe('true');
  const empty = hint('{ "trigger": {|} }');
  expect(JSON.parse(withField(empty.text, empty.nodes, empty.node, 'max', 1).text)).toEqual({ trigger: { max: 1 } });
});

test('a field begins with its default, its first word or something empty that is needed', () => {
  expect(beginningOf({ type: 'integer', default: 1000 })).toBe(1000);
  expect(beginningOf({ anyOf: [{ const: 1 }, { const: 2 }] })).toBe(1);
  expect(beginningOf({ type: 'integer', minimum: 10 })).toBe(10);
  expect(
    beginningOf({
      type: 'object',
      required: ['sql'],
      properties: { sql: { type: 'string' }, binds: { type: 'object' } },
    }),
  ).toEqual({ sql: '' });
});
