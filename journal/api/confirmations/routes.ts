import { contract } from '@zorivest/contract';
import type { Control } from '../control/control.ts';
import { type FrontCall, frontRoute, type RandomBytes } from '@zorivest/store';
import { consumeToken, issueToken, TOKEN_SECONDS } from './tokens.ts';

interface ConfirmationParts {
  readonly random: RandomBytes;
  readonly control: Control;
}

export const confirmationRoutes = ({ random, control }: ConfirmationParts) => {
  const holder = ({ actor, requestId, now }: FrontCall) => ({ control, actor, requestId, now: now() });
  return [
    frontRoute(
      contract.confirmations.issue,
      ({ body }, call) => ({
        token: issueToken(holder(call), random, body),
        action: body.action,
        params_summary: body.params_summary,
        expires_in_seconds: TOKEN_SECONDS,
      }),
      { gate: 'open' },
    ),
    frontRoute(
      contract.confirmations.consume,
      ({ body }, call) => {
        const { params_summary } = consumeToken(holder(call), body);
        return { consumed: true as const, action: body.action, params_summary };
      },
      { gate: 'open' },
    ),
  ] as const;
};
