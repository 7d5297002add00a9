// Prints the answers of the methods for people.
import type { Analysis } from '../analysis/run.ts';
import type { Severity } from '../analysis/findings/thresholds.ts';
import type { Inspection } from '../artifacts/inspect.ts';
import { firstThree } from '../analysis/findings/first.ts';
import { count, milliseconds, percent, plural } from '../text/format.ts';
import type { Screen } from './terminal.ts';

const COLOURS = { P0: 'red', P1: 'yellow', P2: 'cyan' } as const satisfies Record<Severity, string>;

export function printInspections(screen: Screen, results: readonly Inspection[]): void {
  for (const { path, ok, detected_type: type, detected_version: version, errors, metadata } of results) {
    const pair = typeof metadata.pair_status === 'string' ? `, ${metadata.pair_status}` : '';
    screen.line(
      ok
        ? `${screen.style('green', 'ok  ')} ${path}  ${type} (${version}${pair})`
        : `${screen.style('red', 'FAIL')} ${path}`,
    );
    for (const error of errors) screen.line(`       ${error}`);
  }
}

export function printAnalysis(screen: Screen, analysis: Analysis): void {
  const { summary, findings, aggregates } = analysis;
  screen.line(
    `${summary.finding_count} ${plural(summary.finding_count, 'finding')} (${summary.p0_count} P0, ${summary.p1_count} P1, ${summary.p2_count} P2) in ${summary.endpoint_count} ${plural(summary.endpoint_count, 'endpoint')} and ${summary.query_count} query ${plural(summary.query_count, 'class', 'classes')}.`,
  );
  const top = firstThree(findings);
  if (top.length > 0) screen.line(`\n${screen.style('bold', 'Fix first')}`);
  for (const [i, finding] of top.entries()) {
    screen.line(
      `\n${i + 1}. ${screen.style(COLOURS[finding.severity], finding.severity)} ${screen.style('bold', finding.title)}`,
    );
    screen.line(`   ${finding.impact_summary}`);
    for (const { action } of finding.recommendations) screen.line(`   - ${action}`);
    const [place] = finding.evidence;
    if (place)
      screen.line(
        screen.style(
          'dim',
          `   evidence: ${place.file}${place.line_range ? `, lines ${place.line_range.start}–${place.line_range.end}` : ''}`,
        ),
      );
  }
  ranking(
    screen,
    'Endpoints (p95)',
    aggregates.top_endpoints.map((row) => [
      milliseconds(row.wall_ms_p95),
      `${row.endpoint}  ${screen.style('dim', `${row.sample_count} ${plural(row.sample_count, 'request')}`)}`,
    ]),
  );
  ranking(
    screen,
    'Queries (share of time)',
    aggregates.top_queries.map((row) => [
      percent(row.share_of_total_time),
      `${cut(row.fingerprint)}  ${screen.style('dim', `${count(row.count)} ${plural(row.count, 'run')}, ${milliseconds(row.query_total_time_ms)}`)}`,
    ]),
  );
  ranking(
    screen,
    'Functions (own time)',
    aggregates.top_spans_by_self.map((row) => [
      milliseconds(row.self_ms),
      `${row.span_label}  ${screen.style('dim', `${count(row.calls)} ${plural(row.calls, 'call')} in ${row.endpoint}`)}`,
    ]),
  );
}

function ranking(screen: Screen, title: string, rows: readonly (readonly [string, string])[]): void {
  if (rows.length === 0) return;
  screen.line(`\n${screen.style('bold', title)}`);
  for (const [figure, text] of rows) screen.line(`${figure.padStart(10)}  ${text}`);
}

function cut(text: string): string {
  return text.length > 110 ? `${text.slice(0, 110)}…` : text || '(empty statement)';
}
