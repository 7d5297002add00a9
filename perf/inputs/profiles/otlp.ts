// OpenTelemetry's traces as JSON: spans that contain each other. What a span did itself is what no span inside it was doing.

import { arrayOf, isObject, type JsonObject, type LoadedProfile, ProfileError, textOf, Warnings } from './profile.ts';
import { StackTree } from './stacks.ts';

export function isOtlpTrace(json: unknown): boolean {
  return isObject(json) && Array.isArray(json['resourceSpans']);
}

interface Span {
  readonly id: string;
  readonly trace: string;
  readonly parent: string;
  readonly name: string;
  readonly start: bigint;
  readonly end: bigint;
}

export function readOtlpTrace(documents: readonly JsonObject[]): LoadedProfile {
  const warnings = new Warnings();
  const services = new Set<string>();
  const spans: Span[] = [];
  for (const resource of documents.flatMap((json) => arrayOf(json['resourceSpans'])).filter(isObject)) {
    const service = serviceOf(resource['resource']);
    if (service !== null) services.add(service);
    const scopes = arrayOf(resource['scopeSpans'] ?? resource['instrumentationLibrarySpans']).filter(isObject);
    for (const span of scopes.flatMap((scope) => arrayOf(scope['spans'])).filter(isObject)) {
      const start = nanosecondsOf(span['startTimeUnixNano']);
      const end = nanosecondsOf(span['endTimeUnixNano']);
      if (start === null || end === null || end < start) {
        warnings.add('A span without a start and an end is skipped.');
        continue;
      }
      spans.push({
        id: textOf(span['spanId']),
        trace: textOf(span['traceId']),
        parent: textOf(span['parentSpanId']),
        name: textOf(span['name']) || '(unnamed)',
        start,
        end,
      });
    }
  }
  if (spans.length === 0) throw new ProfileError('The file contains no span.');
  const byId = new Map(spans.map((span) => [`${span.trace}:${span.id}`, span]));
  const children = Map.groupBy(spans, (span) => {
    const parent = byId.get(`${span.trace}:${span.parent}`);
    return span.parent === '' || parent === undefined || parent === span ? null : parent;
  });
  const tree = new StackTree();
  const open = (children.get(null) ?? []).map((span) => ({ span, path: tree.root }));
  let placed = 0;
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    placed++;
    const node = tree.child(step.path, tree.frameId(step.span.name));
    const inner = children.get(step.span) ?? [];
    tree.add(node, Number(ownTime(step.span, inner)));
    for (const span of inner) open.push({ span, path: node });
  }
  if (placed < spans.length) warnings.add('Spans that contain themselves are skipped.');
  return {
    format: 'otlp-trace',
    unit: 'nanoseconds',
    kind: 'traced',
    threads: [{ name: [...services].join(', '), tree }],
    graph: null,
    samples: spans.length,
    details: { spans: spans.length, services: [...services] },
    warnings: warnings.list(),
  };
}

/** Its time less the time covered by the spans inside it, however they overlap. */
function ownTime(span: Span, inner: readonly Span[]): bigint {
  let own = span.end - span.start;
  let covered = span.start;
  for (const child of inner.toSorted((a, b) => (a.start < b.start ? -1 : 1))) {
    const from = child.start > covered ? child.start : covered;
    const to = child.end < span.end ? child.end : span.end;
    if (to > from) {
      own -= to - from;
      covered = to;
    }
  }
  return own;
}

/** Written as text, since it is beyond what a double holds exactly; a writer that does not is off by less than a microsecond. */
function nanosecondsOf(value: unknown): bigint | null {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return BigInt(value);
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : null;
}

function serviceOf(resource: unknown): string | null {
  const attributes = isObject(resource) ? arrayOf(resource['attributes']).filter(isObject) : [];
  const service = attributes.find((attribute) => attribute['key'] === 'service.name');
  return service !== undefined && isObject(service['value']) ? textOf(service['value']['stringValue']) : null;
}
