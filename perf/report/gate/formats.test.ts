import { describe, expect, test } from 'vitest';
import { checkBudgets } from '../../budgets/check.ts';
import { compareSnapshots } from '../../compare/compare.ts';
import { snapshotOf, timings } from '../../test/made.ts';
import { formatGate, GATE_FORMATS } from './formats.ts';
import { budgetGate, comparisonGate, EXIT_CODES } from './gate.ts';

const NAME = '/<b>"&\n,|`x`@team';
const page = (ms: number) => snapshotOf({ request_profiles: timings(20, NAME, (i) => ms + (i % 3)) });
const gates = {
  comparison: comparisonGate(compareSnapshots([page(100)], [page(300)]), false),
  budgets: budgetGate(
    checkBudgets(page(9), { '*': { endpoint_p95_ms: 1, memory_mb: 1 }, '/none': { memory_mb: 1 } }),
    false,
  ),
};
const render = (format: (typeof GATE_FORMATS)[number], gate = gates.comparison) =>
  formatGate(format, gate, 'mcp-perf.yaml');

describe.each(Object.entries(gates))('the gate of %s', (_, gate) => {
  test('fails, and every format says what got worse', () => {
    expect(EXIT_CODES[gate.verdict]).toBe(1);
    for (const format of GATE_FORMATS) expect(render(format, gate)).toMatch(/wall_ms_p50|endpoint_p95_ms/);
  });

  test('its JSON formats are JSON, whatever an endpoint is called', () => {
    const issues = JSON.parse(render('gitlab', gate)) as { fingerprint: string; severity: string }[];
    expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(issues.length);
    expect(issues[0]).toMatchObject({ severity: 'major', location: { path: 'mcp-perf.yaml', lines: { begin: 1 } } });
    const sarif = JSON.parse(render('sarif', gate)) as { version: string; runs: { results: object[] }[] };
    expect(sarif.version).toBe('2.1.0');
    expect(sarif.runs[0]!.results[0]).toMatchObject({ level: 'error', ruleIndex: expect.any(Number) });
  });
});

test('JUnit and GitHub escape what would end their lines', () => {
  expect(render('junit', gates.budgets)).toContain(
    'name="/&lt;b&gt;&quot;&amp;&#10;,|`x`@team endpoint_p95_ms"><failure message="11 ms for 95 % of requests; allowed 1"/></testcase>',
  );
  expect(render('junit', gates.budgets)).toContain('<testsuites tests="3" failures="1" skipped="2" errors="0">');
  expect(render('github', gates.budgets).split('\n')[0]).toBe(
    '::error title=/<b>"&%0A%2C|`x`@team is over endpoint_p95_ms::/<b>"&%0A,|`x`@team: 11 ms for 95 %25 of requests; allowed 1',
  );
});

test('a Markdown table stays a table, mentions no user and contains no foreign tag', () => {
  const text = render('markdown');
  expect(text.startsWith('<!-- mcp-perf-server -->\n## ❌ Failed')).toBe(true);
  const rows = text.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row.replaceAll('\\|', '').match(/\|/g)).toHaveLength(4);
});

test('what could not be judged fails the gate, unless it may be missing', () => {
  const check = checkBudgets(page(9), { '*': { memory_mb: 1 } });
  expect(EXIT_CODES[budgetGate(check, false).verdict]).toBe(2);
  expect(render('junit', budgetGate(check, false))).toContain('skipped="0" errors="1"');
  expect(EXIT_CODES[budgetGate(check, true).verdict]).toBe(0);
  expect(render('junit', budgetGate(check, true))).toContain('skipped="1" errors="0"');
});

test('a comparison without changes is one passed test, and no address fills a comment', () => {
  const same = comparisonGate(compareSnapshots([page(100)], [page(100)]), false);
  expect(render('junit', same)).toContain('tests="1" failures="0"');
  const long = snapshotOf({ request_profiles: timings(20, `/${'x'.repeat(9000)}`, () => 9) });
  const text = render('markdown', budgetGate(checkBudgets(long, { '*': { endpoint_p95_ms: 1 } }), false));
  expect(text.length).toBeLessThan(1000);
});
