import { contract } from '@zorivest/contract';
import { route, type Route } from '../core/route.ts';
import type { RandomBytes } from '../vault/envelope.ts';
import { consumeToken, issueToken, TOKEN_SECONDS } from './tokens.ts';

export const confirmationRoutes = ({ random }: { readonly random: RandomBytes }): readonly Route[] => [
  route(contract.confirmations.issue, async ({ body }, call) => ({
    token: await issueToken(call, random, body),
    action: body.action,
    params_summary: body.params_summary,
    expires_in_seconds: TOKEN_SECONDS,
  })),
  route(contract.confirmations.consume, async ({ body }, call) => {
    const { params_summary } = await consumeToken(call, body);
    return { consumed: true as const, action: body.action, params_summary };
  }),
];
