import type { CallOptions, JournalClient, TaskOfCall, CallReport } from '@zorivest/contract';
import {
  Answer,
  toolsFor,
  type AnyTool,
  type CallContext,
  type Hints,
  type MetricsCollector,
  type ObjectSchema,
  type OwnTask,
  type ToolDefinition,
} from '@zorivest/kernel';
import type { z } from 'zod';
import type { Latch } from './session/guard.ts';
import { linkTo, type ShownAt } from './link.ts';
import { translateErrors } from './session/errors.ts';
import { synonymsOf } from './search-terms/index.ts';

/** What of an endpoint a tool shows, as data: for the checks and the page of tools. */
export interface Source {
  readonly endpoint: string;
  /** Every field of the endpoint. */
  readonly fields: readonly string[];
  /** Fields the tool leaves out, each with the reason. */
  readonly omit: Readonly<Record<string, string>>;
}

/** A tool of the journal; `source` where it is a view of an endpoint. */
export type JournalTool = AnyTool & {
  readonly source?: Source;
  /** The operations by which a call with these arguments writes. */
  readonly writes?: ((input: unknown) => readonly string[]) | undefined;
};

/** What every tool of the journal can reach besides its arguments. */
export interface JournalApp {
  /** The service, with the rights of the caller. */
  readonly api: JournalClient;
  /** The service for a stop: its requests come before all others. */
  readonly first: JournalClient;
  /** Locks this process when the service cannot be notified. */
  readonly latch: Latch;
  readonly metrics: MetricsCollector;
  /** The address of the journal's own page, without a ticket. */
  readonly page: string;
  /** Whether the book behind the service is a demo, according to its last answer. */
  readonly isDemo: () => boolean;
  readonly host: Host;
}

/** The machine this server runs on, handed in so that tests can have their own. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly cwd: string;
  /** The folder this server's code is in. */
  readonly serverDir: string;
  readonly now: () => number;
}

/** What a handler is given: the service, how to call it, and the rest. */
export interface ToolCall {
  readonly api: JournalClient;
  /** Cancellation, timeout and the tool's name for the audit: to be passed to every request. */
  readonly options: CallOptions;
  readonly app: JournalApp;
  readonly context: CallContext<JournalApp>;
}

export type Declaration<Input extends ObjectSchema, Output extends z.ZodType> = Omit<
  ToolDefinition<JournalApp, Input, Output>,
  'handler' | 'guard' | 'confirmation' | 'cost' | 'synonyms'
> &
  Partial<Pick<ToolDefinition, 'guard' | 'confirmation' | 'cost'>> & {
    /** The page of the app that shows the same. */
    readonly shownAt?: ShownAt;
    /** Milliseconds one request of this tool may take. */
    readonly timeoutMs?: number;
    /** The operations by which a call writes; none where it only reads. */
    readonly writes?: (input: z.output<Input>) => readonly string[];
    readonly handler: (
      input: z.output<Input>,
      call: ToolCall,
    ) => ReturnType<ToolDefinition<JournalApp, Input, Output>['handler']>;
  };

export const READS: Hints = { readOnly: true, destructive: false, idempotent: true, openWorld: false };
/** Reads what somebody else on the network holds. */
export const ASKS_OUTSIDE: Hints = { ...READS, openWorld: true };
export const WRITES: Hints = { readOnly: false, destructive: false, idempotent: false, openWorld: false };
export const WRITES_ONCE: Hints = { ...WRITES, idempotent: true };

const REQUEST_MS = 15_000;
/** Providers outside are slower, and imports, syncs and simulations slower still. */
export const NETWORK_MS = 30_000;
export const LONG_MS = 120_000;

/**
 * What writes may wait for the person, and what is slow for others: either can go on as a task. Each request of one is
 * done once by the service, so that a later process may send it again.
 */
const LONG = { task: 'optional', onRestart: 'run_again', taskAfterMs: 1500 } as const;

const define = toolsFor<JournalApp>();

/** A tool of the journal: guarded, unconfirmed and local unless it says otherwise; the service's errors in our words. */
export function journalTool<Input extends ObjectSchema, Output extends z.ZodType>(
  declaration: Declaration<Input, Output>,
): JournalTool {
  const { handler, writes, shownAt, timeoutMs = REQUEST_MS, ...tool } = declaration;
  const { guard = 'guarded', cost = 'local' } = tool;
  const defined = define({
    ...(guard === 'guarded' && (!tool.hints.readOnly || cost === 'slow') ? LONG : {}),
    // What people call it is in `search-terms/`, next to the questions that measure it.
    synonyms: synonymsOf(declaration.name),
    guard: 'guarded',
    confirmation: 'none',
    cost: 'local',
    ...tool,
    handler: (input, context) =>
      translateErrors(tool.name, async () => {
        const answer = await handler(input, {
          api: context.app.api,
          options: {
            signal: context.signal,
            tool: tool.name,
            timeoutMs,
            ...(context.recording && { call: context.recording }),
            report: reportOf(tool.name, input, context),
            asksPerson: context.approval !== undefined,
            ...(context.task && { task: taskOf(context.task) }),
          },
          app: context.app,
          context,
        });
        return withExtras(answer, (data) => ({
          link: linkTo(context.app.page, shownAt, input, data),
          demo: context.app.isDemo() || undefined,
        }));
      }),
  });
  // Called with what the input schema made.
  return writes ? { ...defined, writes: writes as JournalTool['writes'] } : defined;
}

/** The task of a call as its requests see it: each of its writes has a number. */
function taskOf(task: OwnTask): TaskOfCall {
  let count = 0;
  return {
    nextRequest: () => `${task.id}.${++count}`,
    get hasBecomeTask() {
      return task.isTask;
    },
    isFollowed: task.isFollowed,
  };
}

/** What is reported of a call when one of its writes is put before the person. */
function reportOf(
  tool: string,
  input: unknown,
  { session: { client }, approval }: CallContext<JournalApp>,
): CallReport {
  return {
    tool,
    arguments: input as Readonly<Record<string, unknown>>, // made by the input's schema, an object
    ...(approval !== undefined && { effect: approval.slice(0, 2000) }),
    ...(client && { client: { name: client.name.slice(0, 100), version: client.version.slice(0, 100) } }),
  };
}

interface AnswerExtras {
  readonly link: string | undefined;
  readonly demo: true | undefined;
}

/** How figures are counted: in a sentence for everyone, and what it leaves open for who asked for detail. */
function conventionOf(data: object): Readonly<Record<string, string>> | undefined {
  if (!('convention' in data) || typeof data.convention !== 'string') return undefined;
  // A full stop within a figure ends no sentence.
  const [, convention, convention_details] = /^(.+?\.)\s+(\S.*)$/s.exec(data.convention) ?? [];
  return convention === undefined || convention_details === undefined ? undefined : { convention, convention_details };
}

/** A problem may concern thousands of rows: the first tell which, and how many there are tells how bad it is. */
const MOST_IDS = 5;

function problemsOf(data: object): { readonly problems: readonly unknown[] } | undefined {
  if (!('problems' in data) || !Array.isArray(data.problems)) return undefined;
  const isLong = (problem: unknown): problem is { ids: unknown[] } =>
    typeof problem === 'object' &&
    problem !== null &&
    'ids' in problem &&
    Array.isArray(problem.ids) &&
    problem.ids.length > MOST_IDS;
  if (!data.problems.some(isLong)) return undefined;
  return {
    problems: data.problems.map((problem: unknown) =>
      isLong(problem) ? { ...problem, ids: problem.ids.slice(0, MOST_IDS), id_count: problem.ids.length } : problem,
    ),
  };
}

/** An answer with where the app shows it, and that the book is a demo where it is one; its convention in a sentence. */
function withExtras<T>(answer: T, extrasOf: (data: unknown) => AnswerExtras): T {
  const data: unknown = answer instanceof Answer ? answer.data : answer;
  if (typeof data !== 'object' || data === null) return answer;
  const extras = Object.entries(extrasOf(data)).filter(([, value]) => value !== undefined);
  const added = { ...conventionOf(data), ...problemsOf(data) };
  if (extras.length === 0 && Object.keys(added).length === 0) return answer;
  // A list is answered as one with its count, here as anywhere.
  const fields = Array.isArray(data) ? { items: data as unknown[], count: data.length } : data;
  const whole: unknown = { ...fields, ...added, ...Object.fromEntries(extras) };
  // The schemas of answers leave room for both.
  return (answer instanceof Answer ? new Answer(whole, answer.attachments, answer.text) : whole) as T;
}
