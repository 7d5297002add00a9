import { describe, expect, test } from 'vitest';
import { analyse } from '../analysis/run.ts';
import { thresholdsFrom } from '../analysis/findings/thresholds.ts';
import type { Evidence, Snapshot } from '../model/snapshot.ts';
import { query, snapshotOf, timings } from '../test/made.ts';
import { firstThree } from '../analysis/findings/first.ts';
import { foldedOf } from './flame.ts';
import { htmlOf } from './html/page.ts';
import { markdownOf } from './markdown.ts';
import { reportId, reportOf } from './report.ts';

const place = (file: string): Evidence => ({
  source: 'mysql_slow_log',
  file,
  line_range: { start: 3, end: 9 },
  record_id: 'slowlog:1',
  extraction_note: 'the slowest of this class',
});

function analyseDefaults(snapshot: Snapshot) {
  const result = thresholdsFrom(undefined);
  if (!result.ok) throw new Error('the defaults are valid');
  return analyse(snapshot, { top_n: 5, thresholds: result.thresholds, thresholdsInput: undefined });
}

const slow = snapshotOf({
  request_profiles: timings(10, '/list', () => 3000),
  db_query_samples: [query('select `a|b` from <t>', [12_000, 9000], '/list', { evidence: [place('slow.log')] })],
});

describe('a report', () => {
  test('is the same, with the same id, for the same snapshot and parameters', () => {
    const [one, two] = [reportOf(analyseDefaults(slow)), reportOf(analyseDefaults(slow))];
    expect(one).toEqual(two);
    expect(reportId(one)).toBe(reportId(two));
    expect(reportId(one)).toMatch(/^[0-9a-f]{16}$/);
    const other = snapshotOf({ request_profiles: timings(10, '/list', () => 3001) });
    expect(reportId(reportOf(analyseDefaults(other)))).not.toBe(reportId(one));
  });

  test('names each piece of evidence once, however many rows cite it', () => {
    const { evidence_appendix: appendix } = reportOf(analyseDefaults(slow));
    expect(appendix.filter(({ file }) => file === 'slow.log')).toHaveLength(1);
  });

  test('Markdown has its headings in order, cites evidence by number and shows names as they stand', () => {
    const text = markdownOf(reportOf(analyseDefaults(slow)));
    expect(text.match(/^# .*/gm)).toEqual([
      '# Executive Summary',
      '# Thresholds Used',
      '# Observations',
      '# Findings',
      '# Evidence Appendix',
      '# Open Questions',
    ]);
    expect(text).toMatch(/- E\d+: mysql_slow_log `slow.log`, lines 3–9/);
    // A statement with backticks stands in a longer fence, and a title cannot start markup.
    expect(text).toContain('`` select `a|b` from <t> ``');
    expect(text).not.toMatch(/^### .*[^\\]<t>/m);
    expect(text.endsWith('\n')).toBe(true);
    expect(text.endsWith('\n\n')).toBe(false);
  });

  test('an empty snapshot has every section, each with a note that it is empty', () => {
    const text = markdownOf(reportOf(analyseDefaults(snapshotOf({}))));
    expect(text.match(/^- None$/gm)!.length).toBeGreaterThanOrEqual(7);
    expect(htmlOf(snapshotOf({}), analyseDefaults(snapshotOf({})), '')).toContain('Nothing reaches a threshold');
    expect(foldedOf(snapshotOf({}))).toBe('');
  });

  test('the page takes statements as text', () => {
    const page = htmlOf(slow, analyseDefaults(slow), '');
    expect(page).toContain('select `a|b` from &lt;t&gt;');
    expect(page).not.toContain('from <t>');
  });

  test('of what to fix first there are three at most, the worst of each kind before the second of any', () => {
    const many = snapshotOf({
      request_profiles: ['/a', '/b', '/c', '/d'].flatMap((name) => timings(10, name, () => 9000)),
      db_query_samples: [query('select a', [11_000])],
    });
    const first = firstThree(analyseDefaults(many).findings);
    expect(first).toHaveLength(3);
    expect(new Set(first.slice(0, 2).map(({ id }) => id.split(':')[0])).size).toBe(2);
  });
});
