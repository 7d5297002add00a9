import type { Cost } from '../tool/definition.ts';

const RING = 1000;
const HIGH_ERROR_RATE = 0.1;
const SLOW_P95_MS = 2000;

export interface ToolSummary {
  readonly call_count: number;
  readonly error_count: number;
  readonly error_rate: number;
  readonly latency: Readonly<Record<'avg' | 'min' | 'max' | 'p50' | 'p95' | 'p99', number>>;
  readonly avg_payload_bytes: number;
}

export interface MetricsSummary {
  readonly session_uptime_minutes: number;
  readonly total_tool_calls: number;
  readonly overall_error_rate: number;
  readonly calls_per_minute: number;
  readonly slowest_tool: string | null;
  readonly most_errored_tool: string | null;
  readonly per_tool?: Readonly<Record<string, ToolSummary>>;
  readonly warnings: readonly string[];
}

/** The last thousand values of one series, overwritten in place. */
class Ring {
  #values = new Float64Array(RING);
  #count = 0;

  push(value: number): void {
    this.#values[this.#count % RING] = value;
    this.#count++;
  }

  inOrder(): Float64Array {
    return this.#values.slice(0, Math.min(this.#count, RING)).toSorted();
  }
}

class ToolMetrics {
  readonly latencies = new Ring();
  readonly payloads = new Ring();
  readonly cost: Cost;
  calls = 0;
  errors = 0;

  constructor(cost: Cost) {
    this.cost = cost;
  }
}

export interface MetricsOptions {
  /** Milliseconds on a clock that never goes back. */
  readonly now?: () => number;
}

/** Counts, latencies and sizes of every tool since the process started. In memory only: a restart begins at zero. */
export class MetricsCollector {
  readonly #tools = new Map<string, ToolMetrics>();
  readonly #now: () => number;
  readonly #started: number;

  constructor({ now = () => performance.now() }: MetricsOptions = {}) {
    this.#now = now;
    this.#started = now();
  }

  record(tool: string, cost: Cost, latencyMs: number, isError: boolean): void {
    let metrics = this.#tools.get(tool);
    if (!metrics) this.#tools.set(tool, (metrics = new ToolMetrics(cost)));
    metrics.calls++;
    if (isError) metrics.errors++;
    metrics.latencies.push(latencyMs);
  }

  /** The size of an answer is known only once a wire has serialized it. */
  recordPayload(tool: string, bytes: number): void {
    this.#tools.get(tool)?.payloads.push(bytes);
  }

  summary(verbose: boolean): MetricsSummary {
    const tools = [...this.#tools].map(([name, metrics]) => ({
      name,
      cost: metrics.cost,
      summary: summarise(metrics),
    }));
    const calls = total(tools, 'call_count');
    const errors = total(tools, 'error_count');
    const minutes = (this.#now() - this.#started) / 60_000;
    return {
      session_uptime_minutes: Math.round(minutes),
      total_tool_calls: calls,
      overall_error_rate: calls > 0 ? round4(errors / calls) : 0,
      // Within the first minute a rate per minute would be a guess: count what was there.
      calls_per_minute: round2(calls / Math.max(minutes, 1)),
      slowest_tool: largest(tools, ({ latency }) => latency.avg),
      most_errored_tool: largest(tools, ({ error_count }) => error_count),
      ...(verbose ? { per_tool: Object.fromEntries(tools.map((tool) => [tool.name, tool.summary])) } : {}),
      warnings: tools.flatMap(warningsOf),
    };
  }
}

interface NamedSummary {
  readonly name: string;
  readonly cost: Cost;
  readonly summary: ToolSummary;
}

function summarise(metrics: ToolMetrics): ToolSummary {
  const sorted = metrics.latencies.inOrder();
  const nearestRank = (share: number) => round2(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0);
  return {
    call_count: metrics.calls,
    error_count: metrics.errors,
    error_rate: metrics.calls > 0 ? round4(metrics.errors / metrics.calls) : 0,
    latency: {
      avg: round2(mean(sorted)),
      min: round2(sorted[0] ?? 0),
      max: round2(sorted.at(-1) ?? 0),
      p50: nearestRank(0.5),
      p95: nearestRank(0.95),
      p99: nearestRank(0.99),
    },
    avg_payload_bytes: Math.round(mean(metrics.payloads.inOrder())),
  };
}

function warningsOf({ name, cost, summary }: NamedSummary): string[] {
  const warnings: string[] = [];
  if (summary.error_rate > HIGH_ERROR_RATE) {
    const share = Math.round(summary.error_rate * 100);
    warnings.push(`Tool '${name}' has ${share}% error rate (${summary.error_count}/${summary.call_count} calls)`);
  }
  if (cost === 'local' && summary.latency.p95 > SLOW_P95_MS) {
    warnings.push(`Tool '${name}' p95 latency is ${Math.round(summary.latency.p95)}ms`);
  }
  return warnings;
}

function largest(tools: readonly NamedSummary[], of: (summary: ToolSummary) => number): string | null {
  let best: NamedSummary | undefined;
  for (const tool of tools) if (of(tool.summary) > (best ? of(best.summary) : 0)) best = tool;
  return best?.name ?? null;
}

function total(tools: readonly NamedSummary[], key: 'call_count' | 'error_count'): number {
  return tools.reduce((sum, { summary }) => sum + summary[key], 0);
}

function mean(values: Float64Array): number {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;
}

const round2 = (value: number): number => Math.round(value * 100) / 100;
const round4 = (value: number): number => Math.round(value * 10_000) / 10_000;
