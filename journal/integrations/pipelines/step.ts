import type { z } from 'zod';
import type {
  Deliveries,
  MarketAccess,
  MarketTables,
  Outbox,
  Render,
  ReportStore,
  Templates,
  WeekPages,
} from './ports.ts';
import type { SqlEngine } from './sql.ts';

/** What a step can reach. Each part is a narrow door to the book or to the outside. */
export interface StepContext {
  readonly policyId: string;
  readonly policyName: string;
  readonly runId: string;
  readonly contentHash: string;
  /** Outputs of the steps before, for templates. */
  readonly outputs: ReadonlyMap<string, unknown>;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly sql: SqlEngine;
  readonly market: MarketAccess;
  readonly tables: MarketTables;
  readonly reports: ReportStore;
  readonly templates: Templates;
  readonly render: Render;
  readonly weekPage: WeekPages;
  readonly outbox: Outbox;
  readonly deliveries: Deliveries;
  /** The person started this run. */
  readonly confirmed: boolean;
  /** In a dry run nothing is sent; what would be sent is stored for the preview. */
  readonly dryRun: boolean;
  /** Counts what a run may do only so often, e.g. fetched URLs. Throws when it is too much. */
  spend(what: 'fetch' | 'email' | 'report_query', amount: number): Promise<void>;
}

export interface StepResult {
  readonly output: Readonly<Record<string, unknown>>;
  readonly warnings?: readonly string[];
}

/** A kind of step, declared in one file. */
export interface StepType<Params extends z.ZodType = z.ZodType> {
  readonly type: string;
  readonly summary: string;
  /** Changes the book or the world. */
  readonly sideEffects: boolean;
  /** Lowest policy version that may use it. */
  readonly since: 1 | 2;
  readonly params: Params;
  run(params: z.output<Params>, context: StepContext): Promise<StepResult>;
}

export function defineStep<Params extends z.ZodType>(step: StepType<Params>): StepType<Params> {
  return step;
}

/** What kind of mistake a failure shows, for who writes the policy. */
export type MistakeType =
  | 'SCHEMA_INVALID'
  | 'VALIDATION_FAILED'
  | 'REF_UNRESOLVED'
  | 'SQL_BLOCKED'
  | 'SQL_SCHEMA_ERROR'
  | 'TEMPLATE_MISSING'
  | 'VARIABLE_UNUSED'
  | 'SMTP_NOT_CONFIGURED'
  | 'STEP_WIRING_ERROR'
  | 'SIMULATE_ERROR'
  | 'RENDER_ERROR'
  | 'OUTPUT_TOO_LARGE';

/** A failure a retry cannot fix, in words for the run's history. */
export class StepError extends Error {
  override readonly name = 'StepError';
  readonly type: MistakeType | null;

  constructor(message: string, type: MistakeType | null = null) {
    super(message);
    this.type = type;
  }
}
