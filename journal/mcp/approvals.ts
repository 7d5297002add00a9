/**
 * Asking the person in the app or the shell. The service tries a write, shows what it would change and does it when the
 * person agrees: here a write that has to be asked for becomes that question, and its answer is what the write answered.
 */
import { codes, KernelError, type ApprovalRequest, type Approvals } from '@zorivest/kernel';
import { declineError } from './session/put-before-person.ts';
import type { JournalTool } from './tool.ts';
import type { Standings } from './session/standing.ts';

interface ApprovalParts {
  readonly standings: Standings;
  readonly tools: readonly JournalTool[];
  /** Where the person answers: the app's plain address. */
  readonly page: string;
}

export function serviceApprovals({ standings, tools, page }: ApprovalParts): Approvals {
  const writesOf = new Map(tools.map(({ name, writes }) => [name, writes]));
  const hasWrites = (name: string, input: unknown) => (writesOf.get(name)?.(input) ?? []).length > 0;

  return {
    reach: ({ name, hints }, input, { session }) => {
      // A stop writes nothing to the book: no one has to approve it in the app.
      if (hints.readOnly || !hasWrites(name, input)) return 'no';
      const { asks, appOpen } = standings.of(session.principal);
      return asks ? 'must' : appOpen ? 'may' : 'no';
    },
    async ask({ tool, effect, input, caller }) {
      if (!hasWrites(tool.name, input) && tool.guard === 'guarded') {
        throw new KernelError(
          codes.confirmationBlocked,
          `${tool.name} changes nothing that could be put before the person in the app, so they cannot be asked there.`,
        );
      }
      await showPage({ tool, caller }, standings.of(caller.session.principal).appOpen, page);
      // Its writes are put before the person as they are made; this text is shown with them.
      return effect;
    },
  };
}

/** Who has the app open sees the question there; anybody else is sent to it, by a client that can. */
async function showPage({ tool, caller }: Pick<ApprovalRequest, 'tool' | 'caller'>, appOpen: boolean, url: string) {
  if (appOpen || !caller.person.canOpen) return;
  const message = `${tool.name} needs your yes, which is given in the app.`;
  const action = await caller.person.open({ id: 'approval', message, url });
  if (action === 'decline') throw declineError(tool.name, 'denied');
}
