// What an assistant wants to do and the person has to agree to, in the app or in the shell.
import { z } from 'zod';
import { resource } from '../core/endpoint.ts';
import { text, timestamp, nonBlankText } from '../core/fields.ts';
import { once } from '../core/once.ts';

/** The person has this long; then the answer is no. A yes may be used for as long again. */
export const APPROVAL_SECONDS = 60;

/** For how long a yes may stand for more calls of the same tool. */
const ALLOWANCE_MINUTES = 15;

const client = z.object({ name: z.string().max(100), version: z.string().max(100).nullable() });

const writeInput = z.object({
  params: z.record(z.string(), z.unknown()).optional(),
  query: z.record(z.string(), z.unknown()).optional(),
  body: z.unknown().optional(),
});

const approval = once(() =>
  z.object({
    id: z.string(),
    status: z.enum(['waiting', 'approved', 'denied', 'expired']),
    tool: z.string(),
    effect: z.string().describe('What the asking program says it will do'),
    arguments: z.record(z.string(), z.unknown()),
    writes: z
      .array(
        z.object({
          endpoint: z.string(),
          summary: z.string(),
          input: writeInput.nullable().describe('Null where the program did not know it before the call'),
        }),
      )
      .describe('What it will be let write, as the service reads it'),
    adds: z.boolean().describe('Whether it only adds: a yes may then stand for 15 minutes'),
    key_id: z.string(),
    client: client.nullable(),
    asked_at: timestamp,
    expires_at: timestamp,
    decided_at: timestamp.nullable(),
  }),
);
export type Approval = z.output<ReturnType<typeof approval>>;

const id = once(() => z.object({ id: z.string().min(1).max(100) }));

export const approvals = resource('leaves-trades', {
  request: () => ({
    method: 'POST',
    path: '/approvals',
    summary: 'Ask the person to approve one call of a tool and the writes it will make',
    description:
      'The person has 60 seconds. Asking again for the same call joins the request that waits, or gets the yes that was ' +
      'not used yet. The writes then carry the id in `X-Zorivest-Approval`; each is let through once, any other answers ' +
      '403 `approval_mismatch`.',
    body: z.strictObject({
      tool: nonBlankText(100),
      effect: text(2000),
      arguments: z.record(z.string(), z.unknown()).default({}),
      session: text(200).optional().describe('The connection it is bound to, where there is one'),
      client: client.optional(),
      writes: z.array(z.strictObject({ endpoint: nonBlankText(100), input: writeInput.optional() })).max(50),
    }),
    response: approval(),
    status: 201,
    role: 'read-only',
    isControl: true,
    audit: 'approval.request',
  }),
  list: () => ({
    method: 'GET',
    path: '/approvals',
    summary: 'What waits for the person and what was decided in the last hour; a key sees its own',
    query: z.object({ status: z.enum(['waiting', 'approved', 'denied', 'expired']).optional() }),
    response: z.object({ items: z.array(approval()) }),
    role: 'read-only',
  }),
  wait: () => ({
    method: 'GET',
    path: '/approvals/{id}',
    summary: 'One request for approval; waits for its decision for up to as many seconds as asked',
    params: id(),
    query: z.object({ wait_seconds: z.coerce.number<number>().min(0).max(25).default(0) }),
    response: approval(),
    errors: [404],
    role: 'read-only',
  }),
  decide: () => ({
    method: 'POST',
    path: '/approvals/{id}:decide',
    summary: 'Say yes or no',
    description: 'Decided already or expired: 409. `for_minutes` only for what adds; stop, lock and revoke end it.',
    params: id(),
    body: z.strictObject({
      decision: z.enum(['approve', 'deny']),
      for_minutes: z.literal(ALLOWANCE_MINUTES).optional(),
    }),
    response: approval(),
    errors: [404, 409],
    role: 'person',
    audit: 'approval.decide',
  }),
});
