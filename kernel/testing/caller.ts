/** Callers for tests: a session that shows everything, a person with scripted answers. Not exported by the package. */
import type { Caller, Person, Reply, Session } from '../call/context.ts';
import type { ClientProfile } from '../client/model.ts';
import type { Surface } from '../surface/model.ts';

const profile: ClientProfile = {
  family: 'test',
  mode: 'static',
  toolLimit: null,
  resultLimit: 100_000,
  relists: false,
  reads: 'both',
  format: 'detailed',
  flatViewKey: false,
  usesOutputSchemas: false,
  startsTasks: true,
  anthropicMeta: false,
};

function testSurface(over: Partial<ClientProfile> = {}): Surface {
  return {
    mode: 'static',
    layout: 'discrete',
    profile: { ...profile, ...over },
    tools: [],
    instructions: '',
    drawsViews: false,
    declaresOutput: false,
    format: 'detailed',
    conciseDrops: new Set(),
    conciseDropsEmpty: new Set(),
    dropsNulls: false,
    resultLimit: 100_000,
    loaded: [],
    grows: false,
    howToLoad: () => '',
    allows: () => true,
    route: (name) => ({ kind: 'direct', tool: name }),
    resolve: (name) => ({ found: false, reason: 'unknown', message: name }),
    explain: [],
  };
}

const noPerson: Person = {
  canAsk: false,
  ask: () => Promise.reject(new Error('there is no person to ask')),
  canOpen: false,
  open: () => Promise.reject(new Error('there is no person to ask')),
};

/** A person who gives this reply to every question, and remembers what was asked. */
export function personWho(reply: Reply): Person & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    canAsk: true,
    ask: (question) => {
      asked.push(question.message);
      return Promise.resolve(reply);
    },
    canOpen: true,
    open: ({ url }) => {
      asked.push(url);
      return Promise.resolve(reply.action);
    },
  };
}

export function testCaller(
  over: { session?: string; person?: Person; surface?: Surface; signal?: AbortSignal } = {},
): Caller {
  const session: Session = {
    id: over.session ?? 'session-1',
    era: 'legacy',
    principal: { id: 'tester', role: null },
    surface: () => over.surface ?? testSurface(),
    enable: () => Promise.resolve('already'),
  };
  return {
    session,
    signal: over.signal ?? new AbortController().signal,
    person: over.person ?? noPerson,
    model: { canSample: false, sample: () => Promise.reject(new Error('no model')) },
    workspace: { canList: false, roots: () => Promise.reject(new Error('no workspace')) },
    progress: () => {},
    tell: () => {},
  };
}
