// Setups with their rules: some a machine checks, the others are ticked in the review.
import { z } from 'zod';
import { empty, resource } from '../core/endpoint.ts';
import { idText, nameText, nonBlankText, positive, text, timestamp } from '../core/fields.ts';
import { once } from '../core/once.ts';
import { basis, maybeMoney, maybeRatio, money, over } from './figures.ts';

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:30');
const ruleId = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'must be letters, digits, - and _, such as no-chase');

const playbookRuleKinds = [
  'expression',
  'time_of_day',
  'trade_of_day',
  'max_risk_r',
  'stop_within',
  'stop_not_widened',
  'min_rr',
  'max_holding',
  'after_loss_wait',
  'risk_rules',
  'manual',
] as const;

const rule = once(() => {
  const named = {
    id: ruleId.optional().describe('Made when left out'),
    text: text(500).default('').describe('In your words'),
  };
  const minutes = positive.max(1_000_000);
  const of = <K extends (typeof playbookRuleKinds)[number], F extends z.ZodRawShape>(kind: K, fields: F) =>
    z.strictObject({ ...named, kind: z.literal(kind), ...fields });
  return z.discriminatedUnion('kind', [
    of('expression', {
      expression: nonBlankText(2000).describe(
        'A condition of the bars before the entry, such as close > sma(close, 20)',
      ),
      interval: z.enum(['1m', '5m', '1d']).optional(),
    }),
    of('time_of_day', { from: clock, to: clock }),
    of('trade_of_day', { max: z.int().min(1).max(1000) }),
    of('max_risk_r', { max: positive.max(1000) }),
    of('stop_within', { minutes }),
    of('stop_not_widened', {}),
    of('min_rr', { min: positive.max(1000) }),
    of('max_holding', { minutes }),
    of('after_loss_wait', { minutes }),
    of('risk_rules', {}),
    of('manual', {}),
  ]);
});

const expression = nonBlankText(2000).nullable();

const fields = once(() => ({
  name: nameText(100).describe('What trades are tagged with, or plans name as their strategy'),
  description: text(20_000),
  instruments: z.array(nameText(100)).max(200),
  rules: z.array(rule()).max(50),
  entry_long: expression.describe('When the rule itself would buy, as an expression'),
  exit_long: expression,
  entry_short: expression,
  exit_short: expression,
}));

const stored = once(() =>
  z.object({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    instruments: z.array(z.string()),
    rules: z.array(z.looseObject({ id: z.string(), text: z.string(), kind: z.enum(playbookRuleKinds) })),
    entry_long: z.string().nullable(),
    exit_long: z.string().nullable(),
    entry_short: z.string().nullable(),
    exit_short: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp.nullable(),
  }),
);

const params = once(() => z.object({ id: z.coerce.number<number>().int().min(1) }));
const verdict = z.enum(['followed', 'broken', 'unknown']);

const side = once(() =>
  z.object({
    n: z.int(),
    net_pnl: money,
    mean_r: maybeRatio,
    rated: z.int().describe('With a known R'),
    win_rate: maybeRatio,
  }),
);

export const playbooks = resource('leaves-trades', {
  create: () => ({
    method: 'POST',
    path: '/playbooks',
    summary: 'Describe a setup and its rules',
    body: z.strictObject({ name: fields().name, ...z.object(fields()).omit({ name: true }).partial().shape }),
    response: stored(),
    status: 201,
    errors: [409],
    role: 'read-write',
    audit: 'playbook.create',
    write: 'book',
  }),
  list: () => ({
    method: 'GET',
    path: '/playbooks',
    summary: 'Setups with their rules',
    response: z.object({ items: z.array(stored()) }),
    role: 'read-only',
  }),
  get: () => ({
    method: 'GET',
    path: '/playbooks/{id}',
    summary: 'One setup',
    params: params(),
    response: stored(),
    errors: [404],
    role: 'read-only',
  }),
  update: () => ({
    method: 'PATCH',
    path: '/playbooks/{id}',
    summary: 'Change a setup; a rule keeps its ticks as long as it keeps its id',
    params: params(),
    body: z.strictObject(fields()).partial(),
    response: stored(),
    errors: [404, 409],
    role: 'read-write',
    audit: 'playbook.update',
    write: 'book',
  }),
  remove: () => ({
    method: 'DELETE',
    path: '/playbooks/{id}',
    summary: 'Delete a setup with its ticks; trades stay',
    params: params(),
    response: empty,
    errors: [404],
    role: 'read-write',
    audit: 'playbook.delete',
    write: 'book',
  }),
  tick: () => ({
    method: 'PUT',
    path: '/playbooks/{id}/ticks',
    summary: 'Say by hand whether a trade followed a rule',
    params: params(),
    body: z.strictObject({
      trip_id: idText,
      rule_id: ruleId,
      followed: z.boolean().nullable().describe('null takes the tick away'),
    }),
    response: z.object({ trip_id: z.string(), rule_id: z.string(), verdict }),
    errors: [404],
    role: 'read-write',
    audit: 'playbook.tick',
    write: 'book',
  }),
  adherence: () => ({
    method: 'GET',
    path: '/playbooks/{id}/adherence',
    summary: 'Which rules trades of a setup followed, by rule, trade and week, and what goes with breaking each',
    params: params(),
    query: over('all').extend({
      seed: z.coerce
        .number<number>()
        .int()
        .min(0)
        .max(2 ** 31 - 1)
        .default(1),
    }),
    response: z.object({
      ...basis(),
      id: z.int(),
      name: z.string(),
      rules: z.array(
        z.object({
          id: z.string(),
          text: z.string(),
          kind: z.enum(playbookRuleKinds),
          followed: z.int(),
          broken: z.int(),
          unknown: z.int(),
          adherence: maybeRatio.describe('Followed of those that are known'),
          mean_r_followed: maybeRatio,
          mean_r_broken: maybeRatio,
          cost: maybeMoney.describe(
            'What goes with breaking it, at each trade’s own risk; from 20 rated trades on both sides',
          ),
          cost_r: maybeRatio,
          interval: z.array(money).nullable().describe('95 % of cost: days drawn again in runs'),
          interval_r: z.array(z.number()).nullable(),
          says: z.string().describe('The same in words'),
        }),
      ),
      adherence: maybeRatio.describe('Of all rules and trades that are known'),
      all_followed: side().describe('Trades that broke no rule that is known'),
      some_broken: side().describe('Trades that broke at least one'),
      weeks: z.array(
        z.object({
          week: z.string(),
          trades: z.int(),
          followed: z.int(),
          broken: z.int(),
          unknown: z.int(),
          adherence: maybeRatio,
        }),
      ),
      trades: z.array(
        z.object({
          trip_id: z.string(),
          instrument: z.string(),
          opened_at: timestamp,
          pnl: money,
          r: maybeRatio,
          rules: z.record(z.string(), verdict),
        }),
      ),
      seed: z.int(),
    }),
    errors: [404],
    role: 'read-only',
  }),
  compare: () => ({
    method: 'POST',
    path: '/playbooks/{id}:compare',
    summary:
      'The rule of a playbook run on the same instruments, days and costs, compared with the trader: where the difference comes from',
    params: params(),
    body: z.strictObject({
      filter: z
        .strictObject({
          ...z
            .object(over('all').shape)
            .omit({ account_ids: true, tags: true, open_positions: true, follow_rolls: true, unit: true })
            .partial().shape,
          account_ids: z.array(idText).min(1).max(100).optional(),
          tags: z.array(nameText(64)).min(1).max(50).optional(),
        })
        .default({}),
      interval: z
        .enum(['1m', '5m', '1d'])
        .optional()
        .describe('Of its expressions when left out, else the finest that is stored'),
      seed: z
        .int()
        .min(0)
        .max(2 ** 31 - 1)
        .default(1),
    }),
    bodyOptional: true,
    response: z.object({
      id: z.int(),
      name: z.string(),
      currency: z.string(),
      rule: money.describe('What the rule brought, net'),
      trader: money,
      difference: money.describe('trader less rule: the sum of the parts'),
      parts: z.object({ not_taken: money, outside: money, timing: money, size: money }),
      intervals: z
        .object({
          not_taken: z.array(money).nullable(),
          outside: z.array(money).nullable(),
          timing: z.array(money).nullable(),
          size: z.array(money).nullable(),
          difference: z.array(money),
        })
        .nullable()
        .describe(
          '95 % of each, days drawn again; null below 20 days or 20 trades of rule or trader, and of a part below 20 of its own',
        ),
      n: z.object({ rule: z.int(), trader: z.int(), matched: z.int(), days: z.int() }),
      trades: z.array(
        z.object({
          what: z.enum(['matched', 'not_taken', 'outside']),
          day: z.string(),
          instrument: z.string(),
          trip_id: z.string().nullable(),
          rule: maybeMoney,
          trader: maybeMoney,
          entry: maybeMoney,
          exit: maybeMoney,
          size: maybeMoney,
        }),
      ),
      interval: z.string(),
      missing: z.array(z.object({ instrument: z.string(), reason: z.string() })),
      seed: z.int(),
      convention: z.string(),
    }),
    errors: [404, 409],
    role: 'read-only',
  }),
});
