/**
 * The path of one call, the same for direct, composite, dispatched and batched ones:
 *
 *   metrics( guard( validation( confirmation( handler ))))
 *
 * Arguments are parsed before anyone is asked to confirm them, because no one should agree to a call that cannot run.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from '../log/logger.ts';
import type { Catalogue, CatalogueEntry } from '../tool/catalogue.ts';
import type { AnyTool, Cost } from '../tool/definition.ts';
import { Answer } from '../tool/answer.ts';
import { takeOffMarks } from '../tool/foreign.ts';
import {
  passConfirmation,
  splitToken,
  type ConfirmationOptions,
  type Confirmation,
  type UnconfirmedCall,
} from './confirmation.ts';
import { InputRequired, type CallContext, type Caller, type LongWork } from './context.ts';
import { asKernelError, codes, KernelError } from '../tool/errors.ts';
import { passGuard, type Guard } from './guard.ts';
import { jsonData } from './json-data.ts';
import type { MetricsCollector } from './metrics.ts';
import type { Outcome } from '../tool/outcome.ts';
import { readArguments, type ReadArguments } from './validate.ts';

export interface PipelineOptions<App> {
  readonly catalogue: Catalogue;
  readonly guard: Guard;
  readonly confirmation: ConfirmationOptions;
  readonly metrics: MetricsCollector;
  readonly log: Logger;
  /** What handlers get as `context.app`, made for each caller. */
  readonly app: (caller: Caller) => App;
  /** Milliseconds a handler may take, by cost. */
  readonly timeouts?: Partial<Record<Cost, number>>;
  readonly newId?: () => string;
}

export interface Pipeline {
  /** Runs one tool. Rejects only with `InputRequired`; every other end is an outcome. */
  call(entry: CatalogueEntry, args: unknown, caller: Caller): Promise<Outcome>;
}

const TIMEOUTS: Record<Cost, number> = { local: 60_000, network: 120_000, slow: 30 * 60_000 };

/** No task lives longer. */
const LONGEST_WORK_MS = 7 * 24 * 3600_000;

/** The depth limit of calls that call other tools, so that recursion ends; no legitimate call goes deeper. */
const MAX_DEPTH = 4;

export function createPipeline<App>(options: PipelineOptions<App>): Pipeline {
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const newId = options.newId ?? randomUUID;

  /** Nothing to do for a tool, or a call of it, that only reads. */
  function confirm(
    tool: AnyTool,
    request: Pick<UnconfirmedCall, 'args' | 'input' | 'token'>,
    caller: CallContext<App>,
  ): Promise<Confirmation> | undefined {
    if (tool.asksFor?.(request.input) === false) return undefined;
    if (tool.confirmation === 'none' && (tool.hints.readOnly || !options.confirmation.approvals)) return undefined;
    return passConfirmation(options.confirmation, { ...request, tool, caller });
  }

  async function run(
    tool: AnyTool,
    asSent: unknown,
    context: CallContext<App>,
    work: LongWork | undefined,
  ): Promise<Outcome> {
    await passGuard(options.guard, tool, context);
    const rawArgs = takeOffMarks(asSent);
    const { token, args: sent } =
      tool.confirmation === 'required' ? splitToken(rawArgs) : { token: undefined, args: rawArgs };
    const { input, args } = readArguments(tool, sent);
    // Resumed work was confirmed when it began.
    const confirmed = work?.earlier ? undefined : await confirm(tool, { args, input, token }, context);
    if (confirmed) context.recording?.noteConfirmation(confirmed.by);
    const approval = confirmed?.by === 'app' ? confirmed.approval : work?.earlier?.approval;
    const approved = approval === undefined ? context : { ...context, approval };
    const handed: unknown =
      tool.task === undefined
        ? await limitTime(tool.handler(input, approved), context.signal, timeouts[tool.cost], tool)
        : await runLong(tool, { input, args }, approved, work);
    return handed instanceof Answer
      ? {
          ok: true,
          data: jsonData(handed.data, tool.name),
          attachments: handed.attachments,
          text: handed.text,
          of: handed.of,
        }
      : { ok: true, data: jsonData(handed, tool.name), attachments: [], text: undefined };
  }

  /** A tool whose call may become a task: what it must know is asked first, then it may continue without its caller. */
  async function runLong(
    tool: AnyTool,
    { input, args }: ReadArguments,
    context: CallContext<App>,
    work: LongWork | undefined,
  ): Promise<unknown> {
    const earlier = work?.earlier;
    const prepared: unknown = earlier ? earlier.prepared : await tool.prepare?.(input, context);
    const own: CallContext<App> = { ...context, prepared, ...(work && { task: work }) };
    await work?.begin({ args, prepared, approval: context.approval });
    const { onRestart } = tool;
    const handle = earlier?.handle;
    const working: unknown =
      handle !== undefined && typeof onRestart === 'function'
        ? onRestart(handle, own, input)
        : tool.handler(input, own);
    return limitTime(working, context.signal, work ? LONGEST_WORK_MS : timeouts[tool.cost], tool);
  }

  async function call(entry: CatalogueEntry, args: unknown, caller: Caller, depth: number): Promise<Outcome> {
    const { tool } = entry;
    const started = performance.now();
    const correlationId = caller.correlationId ?? newId();
    let log: Logger | undefined;
    // Most calls log nothing: theirs is made when it is first asked for.
    const ownLog = () => (log ??= options.log.with({ correlation_id: correlationId, tool: tool.name }));
    const context: CallContext<App> = {
      session: caller.session,
      signal: caller.signal,
      person: caller.person,
      model: caller.model,
      workspace: caller.workspace,
      ...(caller.recording && { recording: caller.recording }),
      progress: (progress) => caller.progress(progress),
      tell: (level, data) => caller.tell(level, data),
      app: options.app(caller),
      catalogue: options.catalogue,
      correlationId,
      get log() {
        return ownLog();
      },
      call: (name, inner) => callByName(name, inner, caller, depth + 1),
    };
    let outcome: Outcome;
    try {
      outcome = await run(tool, args, context, depth === 0 ? caller.work : undefined);
    } catch (error) {
      if (error instanceof InputRequired) throw error;
      if (error instanceof KernelError && error.page && caller.person.canOpen) await caller.person.open(error.page);
      if (!(error instanceof KernelError) || error.code === codes.internal)
        ownLog().error('a tool failed unexpectedly', { error });
      outcome = { ok: false, error: asKernelError(error, correlationId) };
    }
    const elapsed = performance.now() - started;
    options.metrics.record(tool.name, tool.cost, elapsed, !outcome.ok);
    if (options.log.level === 'debug') {
      ownLog().debug('tool call', { ms: elapsed, ok: outcome.ok, ...(outcome.ok ? {} : { code: outcome.error.code }) });
    }
    return outcome;
  }

  async function callByName(name: string, args: unknown, caller: Caller, depth: number): Promise<Outcome> {
    const refuse = (code: string, message: string): Outcome => ({ ok: false, error: new KernelError(code, message) });
    if (depth > MAX_DEPTH) return refuse(codes.overloaded, 'Calls are nested too deeply.');
    const entry = options.catalogue.get(name);
    if (!entry || !caller.session.surface().allows(entry))
      return refuse(codes.unknownTool, `There is no tool ${name}.`);
    return call(entry, args, caller, depth);
  }

  return { call: (entry, args, caller) => call(entry, args, caller, 0) };
}

/** The handler's answer, unless the caller gives up or the time runs out first. */
function limitTime<T>(work: T | Promise<T>, signal: AbortSignal, ms: number, tool: AnyTool): T | Promise<T> {
  if (!(work instanceof Promise)) return work;
  return new Promise<T>((resolve, reject) => {
    const cancel = () => settle(() => reject(new KernelError(codes.cancelled, `${tool.name} was cancelled.`)));
    const timer = setTimeout(() => {
      const message = `${tool.name} did not finish within ${Math.round(ms / 1000)} s and was given up.`;
      settle(() => reject(new KernelError(codes.timeout, message)));
    }, ms);
    const settle = (end: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      end();
    };
    // Listened to in any case: an answer that nothing waits for any more must not end the process by failing.
    work.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    );
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
  });
}
