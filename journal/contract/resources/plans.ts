// Trades that have not happened yet: the thesis, the levels and the conditions.
import { z } from 'zod';
import { tradeActions } from '@zorivest/vocabulary';
import { empty, resource } from '../core/endpoint.ts';
import { anyCase, idText, page, paging, positive, text, timestamp, nameText, nonBlankText } from '../core/fields.ts';
import { once } from '../core/once.ts';

export const convictions = ['low', 'medium', 'high', 'max'] as const;
export const planStatuses = ['draft', 'active', 'executed', 'expired', 'cancelled'] as const;

const direction = anyCase(['BOT', 'SLD', 'long', 'short']);
const planParams = once(() => z.object({ plan_id: z.coerce.number<number>().int().min(1) }));

export const plan = once(() =>
  z.object({
    id: z.int(),
    ticker: z.string(),
    direction: z.enum(tradeActions),
    conviction: z.enum(convictions),
    strategy_name: z.string(),
    strategy_description: z.string(),
    entry_price: z.number(),
    stop_loss: z.number(),
    target_price: z.number(),
    entry_conditions: z.string(),
    exit_conditions: z.string(),
    timeframe: z.string(),
    risk_reward_ratio: z.number(),
    status: z.enum(planStatuses),
    linked_trade_id: z.string().nullable(),
    account_id: z.string().nullable(),
    shares_planned: z.int().nullable(),
    position_size: z.number().nullable(),
    warnings: z.array(z.string()).describe('Such as a stop on the wrong side of the entry'),
    initial_stop: z
      .number()
      .nullable()
      .optional()
      .describe('The stop in force when its trade was opened; without a trade the first that was stated'),
    initial_risk: z
      .number()
      .nullable()
      .optional()
      .describe('What its entries stood to lose by it; without a trade of the shares planned, null where none are'),
    stated_later: z.boolean().optional().describe('It was made after the first fill of its trade'),
    playbook: z
      .object({
        id: z.int(),
        name: z.string(),
        rules: z.array(z.object({ id: z.string(), kind: z.string(), text: z.string() })),
      })
      .nullable()
      .optional()
      .describe('The setup that strategy_name names, with its rules'),
    created_at: timestamp,
    updated_at: timestamp.nullable(),
    executed_at: timestamp.nullable(),
    cancelled_at: timestamp.nullable(),
  }),
);

const optionalFields = once(() => ({
  strategy_description: text(20_000),
  exit_conditions: text(20_000),
  account_id: idText.nullable(),
  shares_planned: z.int().min(0).nullable(),
  position_size: z.number().min(0).nullable(),
}));

const levels = once(() => ({
  entry_price: positive,
  stop_loss: positive,
  target_price: positive,
  entry_conditions: nonBlankText(20_000),
}));

/** The short names an assistant uses for the same four fields. */
const shortNames = {
  entry_price: 'entry',
  stop_loss: 'stop',
  target_price: 'target',
  entry_conditions: 'conditions',
} as const;

const aliases = once(() =>
  z.object({
    entry: levels().entry_price.optional(),
    stop: levels().stop_loss.optional(),
    target: levels().target_price.optional(),
    conditions: levels().entry_conditions.optional(),
  }),
);

export const plans = resource('leaves-trades', {
  create: () => ({
    method: 'POST',
    path: '/trade-plans',
    summary: 'Plan a trade',
    description: 'The levels may be given by their short names entry, stop, target and conditions.',
    body: z
      .strictObject({
        ticker: nameText(30),
        direction: direction.default('BOT'),
        conviction: anyCase(convictions).default('medium'),
        strategy_name: nonBlankText(200),
        timeframe: nonBlankText(50).default('intraday'),
        ...z.object(levels()).partial().shape,
        ...aliases().shape,
        ...z.object(optionalFields()).partial().shape,
      })
      .superRefine((body, context) => {
        for (const [long, short] of Object.entries(shortNames) as [
          keyof typeof shortNames,
          (typeof shortNames)[keyof typeof shortNames],
        ][]) {
          if (body[long] === undefined && body[short] === undefined) {
            context.addIssue({ code: 'custom', path: [long], message: 'is required' });
          } else if (body[long] !== undefined && body[short] !== undefined && body[long] !== body[short]) {
            context.addIssue({ code: 'custom', path: [short], message: `says something else than ${long}` });
          }
        }
      }),
    response: plan(),
    status: 201,
    errors: [404, 409],
    role: 'read-write',
    audit: 'plan.create',
    write: 'book',
  }),
  list: () => ({
    method: 'GET',
    path: '/trade-plans',
    summary: 'Plans, newest first',
    query: z.object({
      ...paging({ limit: 100 }),
      status: z.enum(planStatuses).optional(),
      ticker: nonBlankText(30).optional(),
      account_id: idText.optional(),
    }),
    response: page(plan()),
    role: 'read-only',
  }),
  get: () => ({
    method: 'GET',
    path: '/trade-plans/{plan_id}',
    summary: 'One plan',
    params: planParams(),
    response: plan(),
    errors: [404],
    role: 'read-only',
  }),
  stops: () => ({
    method: 'GET',
    path: '/trade-plans/{plan_id}/stops',
    summary:
      'Every stop and target the plan has had, oldest first: R is measured by the stop in force when the trade was opened',
    params: planParams(),
    response: z.object({
      plan_id: z.int(),
      initial_stop: z.number().nullable().describe('The first that was stated'),
      items: z.array(
        z.object({ at: timestamp.describe('From when they held'), stop_loss: z.number(), target_price: z.number() }),
      ),
    }),
    errors: [404],
    role: 'read-only',
  }),
  update: () => ({
    method: 'PUT',
    path: '/trade-plans/{plan_id}',
    summary: 'Change some fields of a plan',
    params: planParams(),
    body: z
      .strictObject({
        ticker: nameText(30),
        direction,
        conviction: anyCase(convictions),
        strategy_name: nonBlankText(200),
        timeframe: nonBlankText(50),
        status: z.enum(planStatuses),
        linked_trade_id: idText.nullable(),
        ...levels(),
        ...optionalFields(),
      })
      .partial(),
    response: plan(),
    errors: [404, 409],
    role: 'read-write',
    audit: 'plan.update',
    write: 'book',
  }),
  setStatus: () => ({
    method: 'PATCH',
    path: '/trade-plans/{plan_id}/status',
    summary: 'Move a plan on: executed and cancelled are stamped with the time',
    params: planParams(),
    body: z.strictObject({ status: z.enum(planStatuses), linked_trade_id: idText.optional() }),
    response: plan(),
    errors: [404, 409],
    role: 'read-write',
    audit: 'plan.update',
    write: 'book',
  }),
  remove: () => ({
    method: 'DELETE',
    path: '/trade-plans/{plan_id}',
    summary: 'Delete a plan',
    params: planParams(),
    response: empty,
    errors: [404],
    role: 'read-write',
    audit: 'plan.delete',
    write: 'book',
    confirms: 'delete_trade_plan',
  }),
});
