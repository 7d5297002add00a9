import { contract } from '@zorivest/contract';
import { frontRoute } from '@zorivest/store';
import type { Approvals } from './approvals.ts';

const open = { gate: 'open' } as const;

export const approvalRoutes = ({ approvals }: { readonly approvals: Approvals }) =>
  [
    frontRoute(contract.approvals.request, ({ body }, call) => approvals.request(call, body), open),
    frontRoute(
      contract.approvals.list,
      ({ query }, { actor }) => ({ items: approvals.list(actor, query.status) }),
      open,
    ),
    frontRoute(
      contract.approvals.wait,
      ({ params, query }, { actor, signal }) => approvals.wait(actor, params.id, query.wait_seconds, signal),
      open,
    ),
    frontRoute(
      contract.approvals.changes,
      ({ params, query }, call) => approvals.changes(call, params.id, query),
      open,
    ),
    frontRoute(contract.approvals.withdraw, ({ params }, call) => approvals.withdraw(call, params.id), open),
    frontRoute(
      contract.approvals.decide,
      ({ params, body }, call) => approvals.decide(call, params.id, body.decision, body.for_minutes),
      { ...open, outlivesCaller: true },
    ),
  ] as const;
