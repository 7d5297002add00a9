// Analyses one snapshot: ranked rows, and a finding for each row that reaches a threshold.
import { createHash } from 'node:crypto';
import { samePath } from '../model/endpoint.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { milliseconds, plural } from '../text/format.ts';
import { countsOf } from '../model/counts.ts';
import { type Caller, callerOf, callerSentence } from './findings/callers.ts';
import type { Finding, SymptomType } from './findings/finding.ts';
import { placeFields, placesOf } from './findings/places.ts';
import { byWorth, SMALLEST_SHARE } from './findings/worth.ts';
import { indexAdvice, type MissingIndex, missingIndexFindings } from './index/advice.ts';
import { isNPlusOne, type NPlusOne, nPlusOneFindings } from './n-plus-one.ts';
import { forEndpoint, forQuery, forSpan, mainQuery } from './recommend.ts';
import {
  type EndpointRow,
  endpointRows,
  order,
  type QueryRow,
  queryRows,
  type SpanRow,
  spanRows,
} from './findings/rows.ts';
import { budgetLine } from './findings/budget-line.ts';
import { ruleFindings, type RuleType } from './rules/registry.ts';
import { openQuestions, type Severity, type Thresholds, worse } from './findings/thresholds.ts';

/** What a finding may be: a symptom, or a cause that one of its finders knows. */
export type FindingType = SymptomType | NPlusOne['type'] | MissingIndex['type'] | RuleType;

export interface Summary {
  readonly endpoint_count: number;
  readonly query_count: number;
  readonly finding_count: number;
  readonly p0_count: number;
  readonly p1_count: number;
  readonly p2_count: number;
  readonly top_n: number;
  readonly request_count: number;
  readonly failed_request_count: number;
  readonly statement_count: number;
  readonly query_total_time_ms: number;
}

/** A query one connection repeats within a request. */
export interface Repetition {
  readonly class_id: string;
  readonly fingerprint: string;
  readonly max_in_a_row: number;
  readonly bursts: number;
  readonly burst_count: number;
  readonly query_total_time_ms: number;
}

export interface Analysis {
  readonly normalized_snapshot_id: string;
  readonly summary: Summary;
  readonly ranking_thresholds: Thresholds;
  readonly open_questions: readonly string[];
  readonly aggregates: {
    readonly top_endpoints: readonly EndpointRow[];
    readonly top_spans: readonly SpanRow[];
    readonly top_spans_by_self: readonly SpanRow[];
    readonly top_queries: readonly QueryRow[];
    readonly n_plus_one_suspects: readonly Repetition[];
  };
  readonly findings: readonly Finding<FindingType>[];
  readonly findings_by_severity: Readonly<Record<Severity, readonly Finding<FindingType>[]>>;
}

export interface AnalysisParams {
  readonly top_n: number;
  readonly thresholds: Thresholds;
  /** The thresholds the caller gave, which decide whether open questions remain. */
  readonly thresholdsInput: unknown;
}

export function analyse(snapshot: Snapshot, params: AnalysisParams): Analysis {
  const { top_n: n, thresholds } = params;
  const endpoints = endpointRows(snapshot, thresholds);
  const spans = spanRows(snapshot, thresholds);
  const bySelf = spans.toSorted((a, b) => b.self_ms - a.self_ms || order(a.span_label, b.span_label));
  const queries = queryRows(snapshot, thresholds);
  const [topEndpoints, topSpans, topQueries] = [endpoints.slice(0, n), spans.slice(0, n), queries.slice(0, n)];
  const topBySelf = bySelf.slice(0, n);
  const commands = shellCommands(snapshot);
  const served = {
    ...snapshot,
    request_profiles: snapshot.request_profiles.filter((one) => !commands.has(one.endpoint)),
  };
  const isServed = ({ endpoint }: { readonly endpoint: string }) => !commands.has(endpoint);
  const causes = [
    ...nPlusOneFindings(queries, snapshot),
    ...missingIndexFindings(queries),
    ...ruleFindings({ snapshot: served, queries }),
  ];
  const spansToJudge = [spans, bySelf].flatMap((ranked) => ranked.filter(isServed).slice(0, n));
  const symptoms = [
    ...endpoints
      .filter(isServed)
      .slice(0, n)
      .flatMap((row) =>
        endpointFinding(
          row,
          bySelf.find((span) => samePath(span.endpoint, row.endpoint)),
          callerOfFirst(row, snapshot),
        ),
      ),
    ...[...new Set(spansToJudge)].flatMap(spanFinding),
    ...topQueries.flatMap((row) => queryFinding(row, snapshot)),
  ];
  const findings = [...causes.map((cause) => asSevere(cause, symptoms)), ...symptoms]
    // Every finding has all fields, with null where a value is not known.
    .map((finding) => ({
      endpoint: null,
      saves_ms: null,
      proved: null,
      ...finding,
      budget: budgetLine(finding, snapshot),
    }))
    .toSorted(byWorth);
  const of = (severity: Severity) => findings.filter((finding) => finding.severity === severity);
  const bySeverity = { P0: of('P0'), P1: of('P1'), P2: of('P2') };
  const counts = countsOf(snapshot);
  return {
    normalized_snapshot_id: snapshot.id,
    summary: {
      endpoint_count: counts.endpoints,
      query_count: counts.queries,
      finding_count: findings.length,
      p0_count: bySeverity.P0.length,
      p1_count: bySeverity.P1.length,
      p2_count: bySeverity.P2.length,
      top_n: n,
      request_count: snapshot.request_profiles.length,
      failed_request_count: snapshot.request_profiles.filter(({ error }) => error !== null).length,
      statement_count: queries.reduce((sum, { count }) => sum + count, 0),
      query_total_time_ms: Math.round(queries.reduce((sum, row) => sum + row.query_total_time_ms, 0) * 1000) / 1000,
    },
    ranking_thresholds: thresholds,
    open_questions: openQuestions(params.thresholdsInput),
    aggregates: {
      top_endpoints: topEndpoints,
      top_spans: topSpans,
      top_spans_by_self: topBySelf,
      top_queries: topQueries,
      n_plus_one_suspects: repetitions(queries).slice(0, n),
    },
    findings,
    findings_by_severity: bySeverity,
  };
}

/** Commands that SPX profiled: no visitor waits for them, so they are ranked and not judged. */
function shellCommands({ request_profiles: profiles }: Snapshot): ReadonlySet<string> {
  const names = profiles.filter(({ kind }) => kind === 'spx').map(({ endpoint }) => endpoint);
  return new Set(names.filter((name) => !/^(?:[A-Z]{3,20} |spx:\/\/)/.test(name)));
}

/** A function with a smaller share of its time in its own code only calls others. */
const OWN_WORK = 0.1;

/** A cause of at least this share of a symptom is as severe as the symptom. */
const EXPLAINS = 0.1;

/** A cause is at least as severe as the slow endpoint, function or statement it explains. */
function asSevere<Type extends string>(cause: Finding<Type>, symptoms: readonly Finding[]): Finding<Type> {
  const ms = cause.metrics.severity_score_ms ?? 0;
  const explained = symptoms.filter(
    ({ endpoint, class_id: id, metrics }) =>
      (id !== undefined && id === cause.class_id) ||
      (typeof endpoint === 'string' &&
        typeof cause.endpoint === 'string' &&
        samePath(endpoint, cause.endpoint) &&
        ms >= EXPLAINS * (metrics.severity_score_ms ?? Number.POSITIVE_INFINITY)),
  );
  const severity = explained.reduce<Severity>(
    (worst, symptom) => worse(worst, symptom.severity) ?? worst,
    cause.severity,
  );
  return severity === cause.severity ? cause : { ...cause, severity };
}

/** How often a class runs in one request to an endpoint, as far as the clock of the log shows. */
function runsIn(snapshot: Snapshot, endpoint: string, count: number): number {
  const requests = snapshot.request_profiles.filter((profile) => profile.endpoint === endpoint).length;
  return count / Math.max(1, requests);
}

/** The code that sends the statement which takes most of an endpoint's time. */
function callerOfFirst(row: EndpointRow, snapshot: Snapshot): Caller | null {
  const query = mainQuery(row);
  const { endpoint } = row;
  return query === undefined ? null : callerOf(snapshot, [endpoint], runsIn(snapshot, endpoint, query.count));
}

function repetitions(queries: readonly QueryRow[]): Repetition[] {
  return queries
    .filter(isNPlusOne)
    .toSorted((a, b) => b.repeats.burst_count - a.repeats.burst_count || order(a.class_id, b.class_id))
    .map(({ class_id, fingerprint, repeats, query_total_time_ms }) => ({
      class_id,
      fingerprint,
      ...repeats,
      query_total_time_ms,
    }));
}

function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

function endpointFinding(
  row: EndpointRow,
  heaviest: SpanRow | undefined,
  caller: Caller | null,
): Finding<SymptomType>[] {
  if (row.severity === null) return [];
  const slow = Math.max(row.wall_ms ?? 0, row.ttfb_ms ?? 0);
  const judged = milliseconds(row.judged_ms ?? slow);
  return [
    {
      id: `endpoint:${sha1(row.endpoint)}`,
      type: 'slow_endpoint',
      title: `Slow endpoint ${row.endpoint}`,
      severity: row.severity,
      impact_summary:
        row.sample_count === 1
          ? `One request to ${row.endpoint} took ${milliseconds(slow)}.`
          : row.sample_count < 20
            ? `Of ${row.sample_count} requests to ${row.endpoint}, half took at most ${milliseconds(row.wall_ms_p50 ?? slow)} and all but the slowest at most ${judged}; that one took ${milliseconds(slow)}.`
            : `Of ${row.sample_count} requests to ${row.endpoint}, half took at most ${milliseconds(row.wall_ms_p50 ?? slow)} and 95 % at most ${milliseconds(slow)}.`,
      metrics: {
        wall_ms: row.wall_ms,
        ttfb_ms: row.ttfb_ms,
        wall_ms_p50: row.wall_ms_p50,
        wall_ms_p99: row.wall_ms_p99,
        cpu_ms: row.cpu_ms,
        mem_mb: row.mem_mb,
        failed_count: row.failed_count,
        judged_ms: row.judged_ms,
        severity_score_ms: slow,
      },
      aggregation_provenance: {
        grouped_by: 'endpoint',
        samples: row.sample_count,
        judged_by: row.sample_count < 20 && row.sample_count > 1 ? 'the second slowest' : 'p95',
      },
      endpoint: row.endpoint,
      caller,
      evidence: row.evidence,
      recommendations: forEndpoint(row, heaviest, caller),
    },
  ];
}

/** A function that only calls others is not reported. */
function spanFinding(row: SpanRow): Finding<SymptomType>[] {
  if (row.severity === null || row.self_ms < OWN_WORK * row.total_ms) return [];
  return [
    {
      id: `span:${sha1(`${row.endpoint}|${row.span_type}|${row.span_label}`)}`,
      type: 'slow_function',
      title: `Slow function ${row.span_label}`,
      severity: row.severity,
      impact_summary: `${row.span_label} took ${milliseconds(row.total_ms)} of ${row.endpoint}, ${milliseconds(row.self_ms)} of it in its own code, in ${row.calls === 1 ? 'one call' : `${row.calls} calls`}.`,
      metrics: {
        self_ms: row.self_ms,
        total_ms: row.total_ms,
        calls: row.calls,
        severity_score_ms: Math.max(row.self_ms, row.total_ms),
      },
      aggregation_provenance: {
        grouped_by: 'endpoint and function',
        samples: row.sample_count,
        judged_by: row.sample_count > 1 ? 'second worst request' : 'worst request',
      },
      endpoint: row.endpoint,
      evidence: row.evidence,
      recommendations: forSpan(row),
    },
  ];
}

function queryFinding(row: QueryRow, snapshot: Snapshot): Finding<SymptomType>[] {
  if (row.severity === null || row.share_of_total_time < SMALLEST_SHARE) return [];
  const places = placesOf(row);
  const link = row.endpoints.find(({ endpoint }) => endpoint === places.endpoint);
  const caller =
    link === undefined ? null : callerOf(snapshot, [link.endpoint], runsIn(snapshot, link.endpoint, link.count));
  const from =
    link === undefined || caller === null
      ? places.sentence
      : ` In requests to ${link.endpoint}, ${callerSentence(caller)}.`;
  const share = Math.round(row.share_of_total_time * 1000) / 10;
  return [
    {
      id: `query:${row.class_id}`,
      type: 'expensive_query',
      title: `Expensive query ${row.fingerprint.slice(0, 120)}`,
      severity: row.severity,
      impact_summary: `${row.count} ${plural(row.count, 'run')} took ${milliseconds(row.query_total_time_ms)}, ${share} % of all time in the log; ${row.counted ? `${milliseconds(row.avg_time_ms)} each on average, as the server counts them` : `95 % of them at most ${milliseconds(row.p95_ms)} each`}.${from}`,
      metrics: {
        query_total_time_ms: row.query_total_time_ms,
        avg_time_ms: row.avg_time_ms,
        p95_ms: row.p95_ms,
        count: row.count,
        reported_total_time_ms: row.query_total_time_ms,
        share_of_total_time: row.share_of_total_time,
        lock_ms: row.lock_ms,
        rows_examined: row.rows_examined,
        rows_sent: row.rows_sent,
      },
      aggregation_provenance: { grouped_by: 'class of statements', samples: row.records, judged_by: 'sum' },
      class_id: row.class_id,
      ...placeFields(places),
      caller,
      evidence: row.evidence,
      recommendations: forQuery(row, { nPlusOne: isNPlusOne(row), index: indexAdvice(row) }),
    },
  ];
}
