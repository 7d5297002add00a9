// Builds a report: the analysis in the order a reader needs. The same snapshot and parameters give the same report and id.
import { canonicalJson } from '@zorivest/kernel';
import type { Analysis } from '../analysis/run.ts';
import { sha256 } from '../model/sha256.ts';
import type { Evidence } from '../model/snapshot.ts';

const MOST_EVIDENCE = 3;

export function reportOf(analysis: Analysis) {
  const snapshotId = analysis.normalized_snapshot_id;
  const {
    top_endpoints: endpoints,
    top_spans: spans,
    top_queries: queries,
    top_spans_by_self: bySelf,
  } = analysis.aggregates;
  const span = (row: (typeof spans)[number]) => ({
    snapshot_id: snapshotId,
    endpoint: row.endpoint,
    span_label: row.span_label,
    span_type: row.span_type,
    calls: row.calls,
    self_ms: row.self_ms,
    total_ms: row.total_ms,
    spx_profiles: [...new Set(row.evidence.map(({ file }) => file))],
    evidence: row.evidence.slice(0, MOST_EVIDENCE),
  });
  const observations = {
    top_endpoints: endpoints.map((row) => ({
      snapshot_id: snapshotId,
      endpoint: row.endpoint,
      sample_count: row.sample_count,
      failed_count: row.failed_count,
      wall_ms_avg: row.wall_ms_avg,
      wall_ms_p50: row.wall_ms_p50,
      wall_ms_p95: row.wall_ms_p95,
      wall_ms_p99: row.wall_ms_p99,
      wall_ms_max: row.wall_ms_max,
      ttfb_ms_avg: row.ttfb_ms_avg,
      ttfb_ms_p50: row.ttfb_ms_p50,
      ttfb_ms_p95: row.ttfb_ms_p95,
      ttfb_ms_max: row.ttfb_ms_max,
      queries: row.queries,
      evidence: row.evidence.slice(0, MOST_EVIDENCE),
    })),
    top_queries: queries.map((row) => ({
      snapshot_id: snapshotId,
      class_id: row.class_id,
      fingerprint: row.fingerprint,
      query_total_time_ms: row.query_total_time_ms,
      share_of_total_time: row.share_of_total_time,
      avg_time_ms: row.avg_time_ms,
      p95_ms: row.p95_ms,
      ...(row.counted ? { counted: true as const } : {}),
      count: row.count,
      rows_examined: row.rows_examined,
      rows_sent: row.rows_sent,
      examples: row.examples,
      evidence: row.evidence.slice(0, MOST_EVIDENCE),
    })),
    top_spans: spans.map(span),
    top_spans_by_self: bySelf.map(span),
    n_plus_one_suspects: analysis.aggregates.n_plus_one_suspects,
  };
  return {
    snapshot_id: snapshotId,
    executive_summary: analysis.summary,
    findings_by_severity: analysis.findings_by_severity,
    observations,
    evidence_appendix: distinct([
      ...analysis.findings.flatMap(({ evidence, recommendations }) => [
        ...evidence,
        ...recommendations.flatMap((advice) => advice.evidence),
      ]),
      ...[...observations.top_endpoints, ...observations.top_queries, ...observations.top_spans].flatMap(
        ({ evidence }) => evidence,
      ),
    ]),
    open_questions: analysis.open_questions,
    ranking_thresholds: analysis.ranking_thresholds,
  };
}

export type Report = ReturnType<typeof reportOf>;

export function reportId(report: Report): string {
  return sha256(canonicalJson({ snapshot_id: report.snapshot_id, report })).slice(0, 16);
}

function distinct(evidence: readonly Evidence[]): Evidence[] {
  return [...new Map(evidence.map((one) => [canonicalJson(one), one])).values()];
}
