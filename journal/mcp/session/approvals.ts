/** Asking the person in the app or the shell: the service keeps the question, the answer, and what it is good for. */
import { codes, KernelError, type ApprovalRequest, type Approvals, type Session } from '@zorivest/kernel';
import type { JournalTool } from '../tool.ts';
import type { Clients } from './clients.ts';
import { translate } from './errors.ts';
import type { Standings } from './standing.ts';

/** The wait must not eat the time that clients give a call. */
export const WAIT_SECONDS = 25;
const ASK_MS = 5000;

interface ApprovalParts {
  readonly clients: Clients;
  readonly standings: Standings;
  readonly tools: readonly JournalTool[];
  /** Where the person answers: the app's plain address. */
  readonly page: string;
  readonly waitSeconds: number;
}

export function serviceApprovals({ clients, standings, tools, page, waitSeconds }: ApprovalParts): Approvals {
  const writesOf = new Map(tools.map(({ name, writes }) => [name, writes]));
  const declareWrites = (name: string, input: unknown) => writesOf.get(name)?.(input) ?? [];

  return {
    reach: ({ name, hints }, input, { session }) => {
      const { asks, appOpen } = standings.of(session.principal);
      // A stop writes nothing of the book: nobody has to agree to it in the app.
      if (asks && !hints.readOnly && declareWrites(name, input).length > 0) return 'must';
      return appOpen ? 'may' : 'no';
    },
    async ask(request) {
      const { approvals } = clients.of(request.caller.session.principal);
      const { signal } = request.caller;
      try {
        const { id } = await approvals.request({ body: bodyOf(request, declareWrites) }, { signal, timeoutMs: ASK_MS });
        await showPage(request, standings.of(request.caller.session.principal).appOpen, page);
        const query = { wait_seconds: waitSeconds };
        const timeoutMs = waitSeconds * 1000 + ASK_MS;
        const { status, expires_at } = await approvals.wait({ params: { id }, query }, { signal, timeoutMs });
        if (status === 'approved') return id;
        throw status === 'waiting'
          ? pending(request.tool.name, id, expires_at)
          : declineError(request.tool.name, status);
      } catch (error) {
        throw translate(request.tool.name, error);
      }
    },
  };
}

/** Who has the app open sees the question there; anybody else is sent to it, by a client that can. */
async function showPage({ tool, caller }: ApprovalRequest, appOpen: boolean, url: string): Promise<void> {
  if (appOpen || !caller.person.canOpen) return;
  const message = `${tool.name} needs your yes, which is given in the app.`;
  const action = await caller.person.open({ id: 'approval', message, url });
  if (action === 'decline') throw declineError(tool.name, 'denied');
}

function bodyOf({ tool, effect, args, input, caller }: ApprovalRequest, declared: Declared) {
  const client = clientOf(caller.session);
  return {
    tool: tool.name,
    effect,
    arguments: (args ?? {}) as Record<string, unknown>,
    writes: declared(tool.name, input).map(({ endpoint, input: known }) => ({
      endpoint,
      ...(known && { input: known }),
    })),
    // In the stateless era a session is one request; the key alone is what comes back.
    ...(caller.session.era === 'legacy' && { session: caller.session.id }),
    ...(client && { client }),
  };
}

type Declared = (
  name: string,
  input: unknown,
) => readonly { readonly endpoint: string; readonly input?: object | undefined }[];

function clientOf({ client }: Session): { name: string; version: string | null } | undefined {
  return client && { name: client.name.slice(0, 100), version: client.version.slice(0, 100) };
}

function pending(tool: string, id: string, expires_at: string): KernelError {
  return new KernelError(
    'approval_pending',
    `${tool} waits for the person, who has not answered yet. Call it again with exactly the same arguments to go on waiting; the person can also answer with \`zorivest approve ${id}\`.`,
    { approval_id: id, expires_at },
  );
}

function declineError(tool: string, status: 'denied' | 'expired'): KernelError {
  const how = status === 'denied' ? 'did not agree to' : 'did not answer in time about';
  return new KernelError(
    codes.confirmationDeclined,
    `The person ${how} ${tool}. Nothing was done; do not try again unless they ask for it.`,
  );
}
