// Snapshots for tests of the analysis: readable call trees, statements with rows and evidence.
import type { CallNode, QuerySample, RequestProfile, Snapshot, Span } from '../model/snapshot.ts';
import { thresholdsFrom, type Thresholds } from '../analysis/findings/thresholds.ts';
import { query as queryOf, snapshotOf, timing as timingOf } from './made.ts';

export const snapshot: (content?: Partial<Snapshot>) => Snapshot = (content = {}) => snapshotOf(content);

export function thresholds(): Thresholds {
  const result = thresholdsFrom(undefined);
  if (!result.ok) throw new Error('the defaults are not valid');
  return result.thresholds;
}

export function query(fingerprint: string, parts: Partial<QuerySample> & { readonly ms?: number } = {}): QuerySample {
  const { ms = 1, ...rest } = parts;
  const count = rest.count ?? 1;
  return queryOf(
    fingerprint,
    Array.from({ length: count }, () => ms),
    null,
    {
      rows_examined: count,
      rows_sent: count,
      examples: [fingerprint],
      evidence: [
        {
          source: 'mysql_slow_log',
          file: 'slow.log',
          line_range: { start: 1, end: 9 },
          record_id: 'slowlog:1',
          extraction_note: '',
        },
      ],
      ...rest,
    },
  );
}

export function timing(endpoint: string, wall: number, parts: Partial<RequestProfile> = {}): RequestProfile {
  return timingOf(endpoint, wall, {
    ttfb_ms: wall * 0.9,
    started_at: null,
    evidence: [
      { source: 'ttfb_timings', file: 'timings.json', line_range: null, record_id: `t:${wall}`, extraction_note: '' },
    ],
    ...parts,
  });
}

/** `[label, calls, total ms, …what it calls]`. */
export type CallSketch = readonly [label: string, calls: number, ms: number, ...children: CallSketch[]];

export function profileOf(
  endpoint: string,
  calls: readonly CallSketch[],
  parts: Partial<RequestProfile> = {},
): RequestProfile {
  const spans: Span[] = [];
  const evidence: Span['evidence'] = [
    { source: 'spx', file: 'profile.txt.gz', line_range: null, record_id: 'spx:fn:0', extraction_note: '' },
  ];
  const add = ([label, count, ms, ...children]: CallSketch): CallNode => {
    let index = spans.findIndex((span) => span.label === label);
    const own = ms - children.reduce((sum, [, , part]) => sum + part, 0);
    if (index === -1) {
      index = spans.length;
      spans.push({ type: 'php', label, calls: 0, max_cycle_depth: 0, self_ms: 0, total_ms: 0, metrics: {}, evidence });
    }
    const span = spans[index]!;
    spans[index] = { ...span, calls: span.calls + count, self_ms: span.self_ms + own, total_ms: span.total_ms + ms };
    return { span: index, calls: count, total_ms: ms, children: children.map(add) };
  };
  const call_tree = calls.map(add);
  const wall = calls.reduce((sum, [, , ms]) => sum + ms, 0);
  return { ...timing(endpoint, wall), kind: 'spx', ttfb_ms: null, spans, call_tree, evidence, ...parts };
}
