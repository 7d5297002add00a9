import type { AnyTool } from '../tool/definition.ts';
import type { Caller, Session } from './context.ts';
import type { Recording } from './recording.ts';
import { codes, KernelError } from '../tool/errors.ts';

export type Verdict =
  | { readonly allowed: true }
  /** `advice`: how to lift it, in a sentence. */
  | { readonly allowed: false; readonly reason: string; readonly advice?: string };

/** A circuit breaker and panic button in front of the tools. May live in another process. */
export interface Guard {
  /** Counts the call and says whether it may run. Rejects when its home cannot be reached. */
  check(call: {
    readonly tool: string;
    readonly session: Session;
    readonly signal: AbortSignal;
    readonly recording?: Recording | undefined;
  }): Promise<Verdict>;
}

/** Throws unless the guard lets this call through. Fails closed: an unreachable guard blocks the call. */
export async function passGuard(
  guard: Guard,
  tool: Pick<AnyTool, 'name' | 'guard'>,
  caller: Pick<Caller, 'session' | 'signal' | 'recording'>,
): Promise<void> {
  const { session, signal, recording } = caller;
  if (tool.guard === 'unguarded') return;
  let verdict: Verdict;
  try {
    verdict = await guard.check({ tool: tool.name, session, signal, recording });
  } catch (error) {
    if (signal.aborted || tool.guard === 'offline_tolerant') return;
    if (error instanceof KernelError) throw error;
    throw new KernelError(
      codes.guardUnavailable,
      `The guard could not be asked, so ${tool.name} was not run. Start the service it belongs to, then try again.`,
      undefined,
      error,
    );
  }
  if (verdict.allowed) return;
  const advice = verdict.advice === undefined ? '' : ` ${verdict.advice}`;
  throw new KernelError(codes.guardLocked, `The MCP guard blocked this call: ${verdict.reason}.${advice}`, {
    reason: verdict.reason,
  });
}

export interface LocalGuardOptions {
  readonly perMinute?: number;
  readonly perHour?: number;
  readonly now?: () => number;
}

export interface LocalGuard extends Guard {
  lock(reason: string): void;
  unlock(): void;
  readonly locked: string | null;
}

/** A guard in this process: a lock, and optional limits that lock it when passed. A lock beats everything else. */
export function localGuard({ perMinute, perHour, now = Date.now }: LocalGuardOptions = {}): LocalGuard {
  let locked: string | null = null;
  const windows = [
    { limit: perMinute, span: 60_000, name: 'minute' },
    { limit: perHour, span: 3_600_000, name: 'hour' },
  ].flatMap(({ limit, span, name }) => (limit === undefined ? [] : [{ limit, span, name, calls: [] as number[] }]));

  return {
    check: () => {
      if (locked !== null) return Promise.resolve({ allowed: false, reason: locked });
      const at = now();
      for (const window of windows) {
        while ((window.calls[0] ?? at) <= at - window.span) window.calls.shift();
        if (window.calls.length >= window.limit) {
          locked = `rate_limit_exceeded: more than ${window.limit} calls in a ${window.name}`;
          return Promise.resolve({ allowed: false, reason: locked });
        }
      }
      for (const window of windows) window.calls.push(at);
      return Promise.resolve({ allowed: true });
    },
    lock: (reason) => {
      locked = reason;
    },
    unlock: () => {
      locked = null;
      for (const window of windows) window.calls.length = 0;
    },
    get locked() {
      return locked;
    },
  };
}
