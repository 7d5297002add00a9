import { contract } from '@zorivest/contract';
import { frontRoute } from '@zorivest/store';
import type { Pairings } from './pairings.ts';

const open = { gate: 'open' } as const;

export const pairingRoutes = ({ pairings }: { readonly pairings: Pairings }) =>
  [
    frontRoute(contract.pairings.ask, ({ body }, call) => pairings.ask(call, body.client), open),
    frontRoute(contract.pairings.list, () => ({ items: pairings.list() }), open),
    frontRoute(
      contract.pairings.decide,
      async ({ params, body }, call) =>
        body.decision === 'allow' ? pairings.allow(call, params.id, body.mode) : pairings.deny(call, params.id),
      open,
    ),
  ] as const;
