import { expect, test } from 'vitest';
import { callsOf, type RecordRow } from './record.ts';

const row = (id: number, more: Partial<RecordRow> = {}): RecordRow => ({
  id,
  at: '2026-11-15T10:00:00Z',
  key_id: 'k1',
  label: 'IDE key',
  request_id: `r${id}`,
  client_request_id: null,
  call_id: null,
  operation: 'trades.list',
  outcome: 'ok',
  duration_ms: 2,
  ...more,
});
const report = {
  kind: 'tool' as const,
  tool: 'get_expectancy',
  outcome: 'ok' as const,
  arguments: { year: 2026 },
  duration_ms: 12,
  answer_tokens: 4,
  client: { name: 'cursor', version: null },
};

test('requests of one call are one call under the name its server gave, with what the service did for it', () => {
  const rows = [
    row(3, { call_id: 'c', operation: 'trades.create', told: report }),
    row(2, { call_id: 'c', told: report }),
    row(1),
  ];
  expect(callsOf(rows)).toMatchObject([
    { id: 3, tool: 'get_expectancy', operations: ['trades.list', 'trades.create'], request_ids: ['r3', 'r2'] },
    { id: 1, tool: 'trades.list', client: null, operations: ['trades.list'] },
  ]);
});

test('a refused call stays refused, independent of the report about it', () => {
  expect(callsOf([row(1, { call_id: 'c', outcome: 'refused_role', told: report })])[0]?.outcome).toBe('refused_role');
});

test('a call that reached nothing is known by its server’s word', () => {
  const rows = [row(1, { call_id: 'c', operation: null, request_id: null, outcome: 'invalid', told: report })];
  expect(callsOf(rows)).toMatchObject([{ tool: 'get_expectancy', operations: [], request_ids: [] }]);
});
