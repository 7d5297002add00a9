// A shell command is a call like any other: the same tools, checks and errors as over the wire.
import {
  codes,
  createCatalogue,
  createPipeline,
  KernelError,
  localGuard,
  localTokens,
  MetricsCollector,
  type Caller,
  type Progress,
} from '@zorivest/kernel';
import { silentLogger } from '@zorivest/kernel/log';
import type { PerfApp } from '../tools/app.ts';
import { tools } from '../server/server.ts';

/** Runs the tool of a direct method and gives its data; throws the `KernelError` it refuses with. */
export type CallMethod = <T>(method: string, params: Readonly<Record<string, unknown>>) => Promise<T>;

export function callerFor(app: PerfApp, signal: AbortSignal, progress: (progress: Progress) => void): CallMethod {
  const catalogue = createCatalogue(tools, [{ name: 'perf', description: 'all', byDefault: true }]);
  const pipeline = createPipeline({
    catalogue,
    guard: localGuard(),
    confirmation: { tokens: localTokens() },
    metrics: new MetricsCollector(),
    log: silentLogger,
    app: () => app,
  });
  const refuse = () => Promise.reject(new KernelError(codes.forbidden, 'A shell command has no one to ask.'));
  const caller: Caller = {
    session: {
      id: 'shell',
      era: 'legacy',
      principal: { id: 'shell', role: null },
      surface: () => {
        throw new KernelError(codes.internal, 'A shell command has no surface.');
      },
      enable: refuse,
    },
    signal,
    person: { canAsk: false, ask: refuse, canOpen: false, open: refuse },
    model: { canSample: false, sample: refuse },
    workspace: { canList: false, roots: refuse },
    progress,
    tell: () => {},
  };
  return async <T>(method: string, params: Readonly<Record<string, unknown>>): Promise<T> => {
    const entry = catalogue.byMethod(method);
    if (!entry) throw new KernelError(codes.unknownTool, `There is no method ${method}.`);
    const outcome = await pipeline.call(entry, params, caller);
    if (!outcome.ok) throw outcome.error;
    // Each caller names the type its method answers with.
    return outcome.data as T;
  };
}
