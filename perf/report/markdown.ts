// Renders the report as Markdown: the same sections as the JSON, values in backticks.
import { type Finding, provedSentence } from '../analysis/findings/finding.ts';
import { SEVERITIES } from '../analysis/findings/thresholds.ts';
import type { Evidence } from '../model/snapshot.ts';
import { milliseconds, percent, plural } from '../text/format.ts';
import type { Report } from './report.ts';

export function markdownOf(report: Report): string {
  const { executive_summary: summary, observations, ranking_thresholds: thresholds } = report;
  const number = new Map(report.evidence_appendix.map((one, i) => [place(one), `E${i + 1}`]));
  const cite = (evidence: readonly Evidence[]) =>
    evidence
      .map((one) => number.get(place(one)) ?? '')
      .filter(Boolean)
      .join(', ') || 'none';
  const lines = [
    '# Executive Summary',
    '',
    `- Snapshot: ${code(report.snapshot_id)}`,
    `- Endpoints: ${code(summary.endpoint_count)} in ${code(summary.request_count)} ${plural(summary.request_count, 'request')}, ${code(summary.failed_request_count)} failed`,
    `- Queries: ${code(summary.query_count)} ${plural(summary.query_count, 'class', 'classes')}, ${code(summary.statement_count)} ${plural(summary.statement_count, 'statement')}, ${code(milliseconds(summary.query_total_time_ms))} in all`,
    `- Findings: ${code(summary.finding_count)} (P0 ${code(summary.p0_count)}, P1 ${code(summary.p1_count)}, P2 ${code(summary.p2_count)})`,
    '',
    '# Thresholds Used',
    '',
    ...Object.entries(thresholds).map(
      ([metric, { P0, P1, P2, source }]) =>
        `- ${code(metric)}: P0 ${code(P0)}, P1 ${code(P1)}, P2 ${code(P2)} ms (${source})`,
    ),
    '',
    '# Observations',
    '',
    '## Endpoints',
    '',
    ...orNone(
      observations.top_endpoints.map(
        (row) =>
          `- ${code(row.endpoint)}: p50 ${code(milliseconds(row.wall_ms_p50))}, p95 ${code(milliseconds(row.wall_ms_p95))}, p99 ${code(milliseconds(row.wall_ms_p99))}, max ${code(milliseconds(row.wall_ms_max))}, first byte p95 ${code(milliseconds(row.ttfb_ms_p95))}; ${code(row.sample_count)} ${plural(row.sample_count, 'sample')}, ${code(row.failed_count)} failed [${cite(row.evidence)}]`,
      ),
    ),
    '',
    '## Queries',
    '',
    ...orNone(
      observations.top_queries.map(
        (row) =>
          `- ${code(percent(row.share_of_total_time))} of time, ${code(milliseconds(row.query_total_time_ms))} in ${code(row.count)} ${plural(row.count, 'run')}, average ${code(milliseconds(row.avg_time_ms))}, ${row.counted ? 'counted by the server itself' : `p95 ${code(milliseconds(row.p95_ms))}`}, rows ${code(row.rows_examined)} examined and ${code(row.rows_sent)} sent: ${code(row.fingerprint)} (${code(row.class_id)}) [${cite(row.evidence)}]`,
      ),
    ),
    '',
    '## Functions',
    '',
    ...orNone(
      observations.top_spans.map(
        (row) =>
          `- ${code(row.span_label)} in ${code(row.endpoint)}: ${code(milliseconds(row.self_ms))} own, ${code(milliseconds(row.total_ms))} with what it calls, ${code(row.calls)} ${plural(row.calls, 'call')} [${cite(row.evidence)}]`,
      ),
    ),
    '',
    '## Repeated Queries (N+1 suspects)',
    '',
    ...orNone(
      observations.n_plus_one_suspects.map(
        (row) =>
          `- up to ${code(row.max_in_a_row)} in a row, ${code(row.bursts)} ${plural(row.bursts, 'time')} at least 10: ${code(row.fingerprint)} (${code(row.class_id)})`,
      ),
    ),
    '',
    '# Findings',
    '',
    ...SEVERITIES.flatMap((severity) => [
      `## ${severity}`,
      '',
      ...orNone(report.findings_by_severity[severity].flatMap((finding) => findingLines(finding, cite))),
      '',
    ]),
    '# Evidence Appendix',
    '',
    ...orNone(report.evidence_appendix.map((one, i) => `- E${i + 1}: ${describeEvidence(one)}`)),
    '',
    '# Open Questions',
    '',
    ...orNone(report.open_questions.map((question) => `- ${question}`)),
  ];
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}

function findingLines(finding: Finding, cite: (evidence: readonly Evidence[]) => string): string[] {
  return [
    `### ${plain(finding.title)}`,
    '',
    `- Id: ${code(finding.id)}`,
    `- Impact: ${plain(finding.impact_summary)}`,
    `- Evidence: ${cite(finding.evidence)}`,
    ...(!finding.proved ? [] : [`- Proved: ${plain(provedSentence(finding.proved))}`]),
    ...finding.recommendations.map(
      (advice, i) => `- Step ${i + 1}: ${plain(advice.action)} Then: ${plain(advice.verification_step)}`,
    ),
    ...(!finding.budget ? [] : [`- Budget: ${code(finding.budget)}`]),
    '',
  ];
}

function orNone(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? ['- None'] : lines;
}

function place(one: Evidence): string {
  return JSON.stringify([one.source, one.file, one.line_range, one.record_id, one.extraction_note]);
}

function describeEvidence({
  source,
  file,
  line_range: lines,
  record_id: record,
  extraction_note: note,
}: Evidence): string {
  const range = lines === null ? '' : `, lines ${lines.start}–${lines.end}`;
  return `${source} ${code(file)}${range}${record === null ? '' : `, ${code(record)}`}: ${plain(note)}`;
}

/** A code span that its content cannot break: the fence is longer than any run of backticks within. */
function code(value: string | number): string {
  const text = oneLine(String(value));
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  if (longest === 0) return `\`${text}\``;
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${text} ${fence}`;
}

/** Names come from profiles and logs: markup in them is escaped. */
function plain(text: string): string {
  return oneLine(text).replaceAll(/[\\`*_{}[\]<>|#]/g, String.raw`\$&`);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
