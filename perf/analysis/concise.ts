// An analysis an assistant can afford to read: the first findings whole enough to act on, each with the file it was seen
// in, and where the rest is.
import type { Evidence } from '../model/snapshot.ts';
import { plural } from '../text/format.ts';
import { firstThree } from './findings/first.ts';
import type { Finding } from './findings/finding.ts';
import type { Analysis } from './run.ts';

/** Some 1,200 tokens of JSON: names, hashes and numbers take more tokens than prose does. */
const MOST_CHARACTERS = 4000;
const MOST_FINDINGS = 6;
const MOST_ROWS = 3;

export interface ConciseFinding {
  readonly id: string;
  readonly type: string;
  readonly severity: string;
  readonly title: string;
  readonly impact_summary: string;
  /** `file, lines 3–9`. */
  readonly evidence: readonly string[];
  readonly next_step: string;
}

export interface ConciseAnalysis {
  readonly normalized_snapshot_id: string;
  readonly summary: Analysis['summary'];
  readonly findings: readonly ConciseFinding[];
  readonly top_endpoints: readonly string[];
  readonly top_queries: readonly string[];
  readonly top_functions: readonly string[];
  readonly more: string;
}

export function conciseOf(analysis: Analysis): ConciseAnalysis {
  for (let findings = MOST_FINDINGS; findings > 1; findings--) {
    for (const length of [240, 140]) {
      const made = conciseWith(analysis, findings, length);
      if (JSON.stringify(made).length <= MOST_CHARACTERS) return made;
    }
  }
  return conciseWith(analysis, 1, 100);
}

function conciseWith(analysis: Analysis, findings: number, length: number): ConciseAnalysis {
  const { aggregates } = analysis;
  const first = firstThree(analysis.findings);
  const ordered = [...new Set([...first, ...analysis.findings])].slice(0, findings);
  const rest = analysis.findings.length - ordered.length;
  return {
    normalized_snapshot_id: analysis.normalized_snapshot_id,
    summary: analysis.summary,
    findings: ordered.map((finding) => conciseFinding(finding, length)),
    top_endpoints: aggregates.top_endpoints
      .slice(0, MOST_ROWS)
      .map((row) => `${cut(row.endpoint, 60)}: p50 ${ms(row.wall_ms_p50)}, p95 ${ms(row.wall_ms_p95)}`),
    top_queries: aggregates.top_queries
      .slice(0, MOST_ROWS)
      .map(
        (row) =>
          `${row.class_id.slice(0, 8)} ${cut(row.fingerprint, 70)}: ${row.count} ${plural(row.count, 'run')}, ${ms(row.query_total_time_ms)}`,
      ),
    top_functions: aggregates.top_spans_by_self
      .slice(0, MOST_ROWS)
      .map((row) => `${cut(row.span_label, 60)}: ${ms(row.self_ms)} own, ${row.calls} ${plural(row.calls, 'call')}`),
    more: `${rest > 0 ? `${rest} further ${plural(rest, 'finding')}. ` : ''}Call again with details: true for every row, threshold and evidence, or write a report.`,
  };
}

function conciseFinding(finding: Finding, length: number): ConciseFinding {
  return {
    id: finding.id,
    type: finding.type,
    severity: finding.severity,
    title: cut(finding.title, 100),
    impact_summary: cut(finding.impact_summary, length),
    evidence: [...new Set(finding.evidence.slice(0, 2).map(place))],
    next_step: cut(finding.recommendations[0]?.action ?? '', length),
  };
}

function place({ file, line_range: lines }: Evidence): string {
  return `${cut(file, 80)}${lines === null ? '' : `, lines ${lines.start}–${lines.end}`}`;
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

function ms(value: number | null): string {
  return value === null ? 'n/a' : `${Number(value.toPrecision(4))} ms`;
}
