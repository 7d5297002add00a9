import { expect, test } from 'vitest';
import { query, snapshotOf, timings } from '../test/made.ts';
import { conciseOf } from './concise.ts';
import { analyse } from './run.ts';
import { thresholdsFrom } from './findings/thresholds.ts';

function analysisOf(count: number, name: string) {
  const result = thresholdsFrom(undefined);
  if (!result.ok) throw new Error('the defaults are valid');
  const evidence = [
    {
      source: 'mysql_slow_log' as const,
      file: 'slow.log',
      line_range: { start: 3, end: 9 },
      record_id: 'slowlog:1',
      extraction_note: 'the slowest of this class',
    },
  ];
  const snapshot = snapshotOf({
    request_profiles: Array.from({ length: count }, (_, i) => timings(5, `/${name}${i}`, () => 5000)).flat(),
    db_query_samples: Array.from({ length: count }, (_, i) =>
      query(`select ${name} from t${i}`, [20_000], null, { evidence }),
    ),
  });
  return analyse(snapshot, { top_n: 20, thresholds: result.thresholds, thresholdsInput: undefined });
}

test('the first findings are named with their evidence, and the rest is counted', () => {
  const concise = conciseOf(analysisOf(20, 'x'));
  expect(concise.findings.length).toBeGreaterThanOrEqual(3);
  const found = concise.findings.find(({ id }) => id.startsWith('query:'));
  expect(found).toMatchObject({ severity: 'P0', evidence: ['slow.log, lines 3–9'] });
  expect(found?.next_step).not.toBe('');
  expect(concise.more).toMatch(/^\d+ further findings/);
});

test('however long the names, it stays short and keeps a finding', () => {
  for (const name of ['x', 'column_'.repeat(100), '\u{1f600}'.repeat(500), '"\\'.repeat(400)]) {
    const concise = conciseOf(analysisOf(20, name));
    expect(JSON.stringify(concise).length).toBeLessThanOrEqual(4500);
    expect(concise.findings.length).toBeGreaterThanOrEqual(1);
  }
});

test('an analysis without findings has the same fields', () => {
  expect(conciseOf(analysisOf(0, 'x'))).toMatchObject({
    findings: [],
    top_endpoints: [],
    summary: { finding_count: 0 },
  });
});
