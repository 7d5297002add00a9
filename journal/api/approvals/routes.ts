import { contract } from '@zorivest/contract';
import { route, type Route } from '../core/route.ts';
import type { Approvals } from './approvals.ts';

const open = { gate: 'open' } as const;

export const approvalRoutes = ({ approvals }: { readonly approvals: Approvals }): readonly Route[] => [
  route(contract.approvals.request, ({ body }, call) => approvals.request(call, body), open),
  route(contract.approvals.list, ({ query }, { actor }) => ({ items: approvals.list(actor, query.status) }), open),
  route(
    contract.approvals.wait,
    ({ params, query }, { actor, signal }) => approvals.wait(actor, params.id, query.wait_seconds, signal),
    open,
  ),
  route(
    contract.approvals.decide,
    ({ params, body }, call) => approvals.decide(call, params.id, body.decision, body.for_minutes),
    open,
  ),
];
