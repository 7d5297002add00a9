// A rule of the book: one known cause of slowness in PHP, what it looks like in recordings, and who says so.
import type { Evidence, RequestProfile, Snapshot, Span } from '../../model/snapshot.ts';
import { adviceId, type Finding } from '../findings/finding.ts';
import type { QueryRow } from '../findings/rows.ts';
import type { Severity } from '../findings/thresholds.ts';

export interface RuleInput {
  readonly snapshot: Snapshot;
  readonly queries: readonly QueryRow[];
}

export interface Rule<Type extends string = string> {
  readonly type: Type;
  /** Where the claim comes from. */
  readonly source: string;
  readonly find: (input: RuleInput) => Finding<Type> | null;
}

/** What a rule says where it finds its cause. */
export interface Advice {
  readonly title: string;
  readonly severity: Severity;
  readonly impact: string;
  readonly action: string;
  readonly verification: string;
  readonly metrics: Readonly<Record<string, number | null>>;
  readonly samples: number;
  readonly evidence: readonly Evidence[];
  readonly endpoint?: string | null;
}

export function defineRule<const Type extends string>(rule: {
  readonly type: Type;
  readonly source: string;
  readonly find: (input: RuleInput) => Advice | null;
}): Rule<Type> {
  const { type, source, find } = rule;
  return {
    type,
    source,
    find: (input) => {
      const advice = find(input);
      return advice === null ? null : findingOf(type, source, advice);
    },
  };
}

function findingOf<Type extends string>(type: Type, source: string, advice: Advice): Finding<Type> {
  const { evidence } = advice;
  return {
    id: adviceId(type),
    type,
    title: advice.title,
    severity: advice.severity,
    impact_summary: advice.impact,
    metrics: advice.metrics,
    saves_ms: advice.metrics.severity_score_ms ?? null,
    aggregation_provenance: { grouped_by: 'rule', samples: advice.samples, source },
    ...(advice.endpoint === undefined ? {} : { endpoint: advice.endpoint }),
    evidence: evidence.slice(0, 3),
    recommendations: [
      {
        id: type.replaceAll('_', '-'),
        action: `${advice.action} (${source})`,
        verification_step: advice.verification,
        evidence: evidence.slice(0, 1),
      },
    ],
  };
}

export interface SpanOfRequest {
  readonly profile: RequestProfile;
  readonly span: Span;
}

/** The functions of all profiled requests whose names fit. */
export function findSpans(snapshot: Snapshot, name: RegExp): SpanOfRequest[] {
  return snapshot.request_profiles.flatMap((profile) =>
    profile.spans.filter(({ label }) => name.test(label)).map((span) => ({ profile, span })),
  );
}

interface WorstSpan extends SpanOfRequest {
  /** Of the request's time. */
  readonly share: number;
}

/** The one that took longest of those that were called at least so often; null where there is none. */
export function findWorstSpan(snapshot: Snapshot, name: RegExp, fewestCalls = 1): WorstSpan | null {
  const [worst] = findSpans(snapshot, name)
    .filter(({ span }) => span.calls >= fewestCalls)
    .toSorted((a, b) => b.span.total_ms - a.span.total_ms);
  if (worst === undefined) return null;
  const { profile, span } = worst;
  return { profile, span, share: profile.wall_ms ? span.total_ms / profile.wall_ms : 0 };
}

/** The facts about one function of one request, on which findings are based. */
export function factsOf({
  profile,
  span,
  share,
}: WorstSpan): Pick<Advice, 'metrics' | 'samples' | 'evidence' | 'endpoint'> {
  return {
    metrics: {
      calls: span.calls,
      total_ms: span.total_ms,
      share_of_request: share,
      severity_score_ms: span.total_ms,
    },
    samples: 1,
    evidence: span.evidence,
    endpoint: profile.endpoint,
  };
}

/** A share of a request's time as a severity: a third is severe, a tenth worth a look. */
export function severityOfShare(share: number, ms: number): Severity | null {
  if (ms < 20 || share < 0.05) return null;
  if (share >= 0.5 && ms >= 1000) return 'P0';
  if (share >= 0.3 || ms >= 500) return 'P1';
  return share >= 0.1 ? 'P2' : null;
}
