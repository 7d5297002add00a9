// What an assistant wants to write and the person has to agree to, in the app or in the shell. The service does what was
// agreed to itself: what is asked for is the write, and the answer to a yes is its result.
import { z } from 'zod';
import { resource } from '../core/endpoint.ts';
import { foreign, nonBlankText, page, paging, text, timestamp } from '../core/fields.ts';
import { once } from '../core/once.ts';

/** For how long a yes may stand for more writes of the same operation. */
const ALLOWANCE_MINUTES = 15;

/** Of a request that waits, files apart. */
export const APPROVAL_BYTES = 256 * 1024;

/** Of the files that wait for one key. */
export const APPROVAL_FILE_BYTES = 200 * 1024 * 1024;

const callReport = once(() =>
  z
    .strictObject({
      tool: nonBlankText(100),
      effect: text(2000).optional(),
      arguments: z.record(z.string(), z.unknown()).optional(),
      client: z.strictObject({ name: z.string().max(100), version: z.string().max(100).nullable() }).optional(),
    })
    .describe('What the asking program says of itself; nothing rests on it'),
);

const statuses = ['waiting', 'running', 'approved', 'failed', 'denied', 'expired', 'changed_since'] as const;

const values = once(() => z.record(z.string(), z.unknown()).nullable());

/** One row of the book, as it is and as it would be. */
const change = once(() =>
  z.object({
    what: foreign(z.string()).describe('The change in a sentence'),
    before: foreign(values()).describe('The fields that change, as they are; null for a row that is new'),
    after: foreign(values()).describe('The same fields as they would be; null for a row that goes'),
  }),
);
export type ApprovalChange = z.output<ReturnType<typeof change>>;

const failure = once(() => z.object({ status: z.number(), error: z.string(), detail: z.unknown() }));

const summary = once(() =>
  z.object({
    id: z.string(),
    status: z.enum(statuses).describe('approved: it is done'),
    operation: z.string().describe('The write by its name in the contract, such as trades.create'),
    summary: z.string().describe('What this operation does, as the service says it'),
    kind: z.enum(['book', 'outside', 'service']),
    key_id: z.string(),
    label: z.string().describe('What the person called the key; with its id where another key has the same name'),
    told: callReport().nullable(),
    effects: z.array(foreign(z.string())).describe('What it does as a whole, in sentences of the service'),
    adds: z
      .boolean()
      .describe('Whether its operation adds: a yes may then stand for 15 minutes, for what only adds when it is tried'),
    asked_at: timestamp,
    expires_at: timestamp,
    decided_at: timestamp.nullable(),
    next_id: z.string().nullable().describe('The card that took the place of one whose changes are others by now'),
  }),
);

const approval = once(() =>
  summary().extend({
    params: values(),
    query: values(),
    body: z.unknown(),
    file: z.object({ name: foreign(z.string()), size: z.number(), sha256: z.string() }).nullable(),
    changes: z
      .array(change())
      .describe('The first of them; the rest by page. Of an act outside there are none until it is done'),
    sums: z.array(z.object({ what: z.string(), count: z.number() })).describe('All changes, counted by kind'),
    more: z.number().optional().describe('How many changes are not among these'),
    result: z.unknown().optional().describe('What the write answered, once it is done'),
    error: failure().optional().describe('Why it could not be done'),
  }),
);
export type Approval = z.output<ReturnType<typeof approval>>;
export type ApprovalSummary = z.output<ReturnType<typeof summary>>;

const id = once(() => z.object({ id: z.string().min(1).max(100) }));

export const approvals = resource('leaves-trades', {
  request: () => ({
    method: 'POST',
    path: '/approvals',
    summary: 'Ask the person to approve one write; the service does it when they agree',
    description:
      'The write is tried and rolled back, and what it would change is shown to the person. For an operation that takes a ' +
      'file this is a form with a part `file` (or `upload_id` names an upload). Asking again for the same joins the request ' +
      'that waits, or gets the answer that was not fetched yet. What would change nothing is answered immediately.',
    body: z.strictObject({
      operation: nonBlankText(100),
      params: z.record(z.string(), z.unknown()).optional(),
      query: z.record(z.string(), z.unknown()).optional(),
      body: z.unknown().optional(),
      upload_id: nonBlankText(100).optional(),
      told: callReport().optional(),
    }),
    fileBytes: APPROVAL_FILE_BYTES,
    response: approval(),
    status: 202,
    errors: [404, 409, 413, 429, 503],
    role: 'read-only',
    isControl: true,
    audit: 'approval.request',
  }),
  list: () => ({
    method: 'GET',
    path: '/approvals',
    summary: 'What waits for the person and what was decided in the last hour, in short; a key sees its own',
    query: z.object({ status: z.enum(statuses).optional() }),
    response: z.object({ items: z.array(summary()) }),
    role: 'read-only',
  }),
  wait: () => ({
    method: 'GET',
    path: '/approvals/{id}',
    summary: 'One request for approval; waits for its end for up to as many seconds as asked',
    params: id(),
    query: z.object({ wait_seconds: z.coerce.number<number>().min(0).max(25).default(0) }),
    response: approval(),
    errors: [404],
    role: 'read-only',
  }),
  changes: () => ({
    method: 'GET',
    path: '/approvals/{id}/changes',
    summary:
      'Everything that a waiting write would change, by page; 409 `changed_since` if that is something else by now',
    params: id(),
    query: z.object(paging()),
    response: page(change()),
    errors: [404, 409],
    role: 'read-only',
  }),
  withdraw: () => ({
    method: 'POST',
    path: '/approvals/{id}:withdraw',
    summary: 'A key takes back what it asked for; it is denied, and nothing was done',
    params: id(),
    response: approval(),
    errors: [404, 409],
    role: 'read-only',
    isControl: true,
    whileGuardLocked: true,
    audit: 'approval.withdraw',
  }),
  decide: () => ({
    method: 'POST',
    path: '/approvals/{id}:decide',
    summary: 'Say yes or no; the answer to a yes comes when the write is done',
    description:
      'Decided already or expired: 409. A write that would change something else by now is not made: `changed_since`, and ' +
      '`next_id` is the card to decide. `for_minutes` only for what adds: of a write that changes or removes something too the ' +
      'person is asked all the same; stop, lock and revoke end it.',
    params: id(),
    body: z.strictObject({
      decision: z.enum(['approve', 'deny']),
      for_minutes: z.literal(ALLOWANCE_MINUTES).optional(),
    }),
    response: approval(),
    errors: [404, 409],
    role: 'person',
    isControl: true,
    audit: 'approval.decide',
  }),
});
