import { ApiError } from '@zorivest/contract';
import type { KernelError } from '@zorivest/kernel';
import { describe, expect, it } from 'vitest';
import { translate } from './errors.ts';

const messageOf = (status: number, detail: string | Record<string, unknown>): string =>
  (translate('list_trades', new ApiError(status, { error: 'refused', detail })) as KernelError).message;

describe('the message of a refusal for an assistant', () => {
  it('names no route of the service: it has tools', () => {
    expect(messageOf(401, 'the session is not known or has ended; POST /auth/unlock gives another')).toBe(
      'The session is not known or has ended. Check the API key: `zorivest keys` lists and makes them.',
    );
    expect(messageOf(409, 'look at it again (GET /scheduling/policies/{policy_id}/approval) and approve that')).toBe(
      'Look at it again and approve that.',
    );
  });

  it('keeps what is not a route', () => {
    expect(messageOf(404, 'there is no account "a/b"; `zorivest account add` opens one')).toBe(
      'There is no account "a/b"; `zorivest account add` opens one.',
    );
    expect(messageOf(422, { validation_errors: [{ field: 'steps.0', message: 'is unknown' }] })).toBe(
      'steps.0: is unknown.',
    );
  });
});
