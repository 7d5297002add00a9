// Limits that an account is held to: a trader's own, or a firm's. Rules are data, each set from a day on.
import { z } from 'zod';
import { empty, resource } from '../core/endpoint.ts';
import {
  amount,
  idText,
  isoDay,
  isoTime,
  nameText,
  nonBlankText,
  notNegative,
  positive,
  text,
  timestamp,
} from '../core/fields.ts';
import { once } from '../core/once.ts';
import { maybe, maybeMoney, maybeRatio, money, problem, ratio } from './figures.ts';

const checked = z
  .enum(['live', 'close'])
  .default('live')
  .describe('Checked against equity at every moment, or at the end of the day');
const touch = z.boolean().default(true).describe('Whether reaching the floor breaks it; false: only falling below');

const riskRuleNames = ['daily_loss', 'drawdown', 'consistency', 'size', 'news'] as const;
export const riskTemplateNames = ['static', 'trailing_close', 'trailing_balance', 'trailing_intraday'] as const;

const dailyLoss = once(() =>
  z.strictObject({
    limit: positive,
    limit_in: z.enum(['money', 'percent_of_start', 'percent_of_anchor']).default('money'),
    from: z
      .enum(['balance', 'equity', 'higher', 'high'])
      .default('balance')
      .describe(
        'What the loss is counted from: balance or equity at the start of the day, the higher of both, or the high of the day',
      ),
    ends: z.boolean().default(false).describe('Whether it ends the account; else the day only'),
    checked,
    touch,
  }),
);

const drawdown = once(() =>
  z.strictObject({
    kind: z
      .enum(riskTemplateNames)
      .describe(
        'From the start; from the highest balance at a day’s end; from the highest closed balance; from the highest equity',
      ),
    limit: positive,
    limit_in: z.enum(['money', 'percent_of_start']).default('money'),
    lock_at: amount.nullable().default(null).describe('The floor never rises above this'),
    checked,
    touch,
  }),
);

const rules = once(() => ({
  daily_loss: dailyLoss().nullable(),
  drawdown: drawdown().nullable(),
  consistency: z
    .strictObject({
      max_percent: positive.max(100).describe('The best day may be at most this share of the profit'),
      of: z.enum(['net', 'positive_days']).default('net'),
      below: z.boolean().default(false).describe('It must lie below, not at'),
    })
    .nullable(),
  profit_target: positive.nullable(),
  fewest_days: z
    .strictObject({
      days: z.int().min(1).max(1000),
      counts: z
        .enum(['fill', 'opened', 'profit'])
        .default('fill')
        .describe('Days with a fill, with a position opened, or with so much profit'),
      profit: notNegative.default(0),
    })
    .nullable(),
  max_size: positive.nullable().describe('Most contracts or shares open simultaneously'),
  news_off: z
    .array(z.strictObject({ from: isoTime, to: isoTime }))
    .max(1000)
    .describe('Times without fills'),
}));

const own = once(() => ({
  name: nameText(100),
  account_ids: z.array(idText).min(1).max(50).describe('Accounts that are judged together'),
  start: positive.describe('Balance it began with'),
  from: isoDay.describe('First day; trades opened before it are left out'),
  day_ends: z
    .strictObject({
      time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 17:00'),
      zone: nonBlankText(64).describe('Such as America/New_York'),
    })
    .describe('When its day ends; 00:00 is midnight'),
  fees_count: z.boolean().describe('Whether results are net of fees'),
  warn_at: z.array(z.number().min(1).max(100)).max(5).describe('Percent of a limit used at which you are warned'),
  warn_emails: z.array(z.email()).max(5).describe('Who is notified by mail; only you may set this'),
  warn_webhooks: z
    .array(z.url({ protocol: /^https?$/, error: 'must be an address such as https://example.com/hook' }).max(500))
    .max(5)
    .describe('Addresses that are sent the warning as JSON; only you may set this'),
  refuse_plans: z.boolean().describe('Refuse assistants’ plans that would risk more than is left'),
  payouts: z
    .array(z.strictObject({ date: isoDay, amount: positive }))
    .max(500)
    .describe('Lowers the balance, no floor'),
  source: text(500).describe('Where the rules are stated'),
  seen_on: isoDay.nullable().describe('When they were read there'),
}));

const stored = once(() =>
  z.object({
    id: z.int(),
    name: z.string(),
    account_ids: z.array(z.string()),
    start: z.number(),
    from: z.string(),
    day_ends: z.object({ time: z.string(), zone: z.string() }),
    fees_count: z.boolean(),
    warn_at: z.array(z.number()),
    warn_emails: z.array(z.string()),
    warn_webhooks: z.array(z.string()),
    refuse_plans: z.boolean(),
    payouts: z.array(z.object({ date: z.string(), amount: z.number() })),
    source: z.string(),
    seen_on: z.string().nullable(),
    ...rules(),
    history: z
      .array(z.object({ valid_from: z.string(), ...rules() }))
      .describe('Every set of rules and the day it holds from, oldest first; the last is shown above'),
    created_at: timestamp,
    updated_at: timestamp.nullable(),
  }),
);

const params = once(() => z.object({ id: z.coerce.number<number>().int().min(1) }));

const riskBasis = ['intraday', 'close'] as const;

export const riskAccounts = resource('leaves-trades', {
  create: () => ({
    method: 'POST',
    path: '/risk-accounts',
    summary: 'Set limits that accounts are held to',
    body: z.strictObject({
      name: own().name,
      account_ids: own().account_ids,
      start: own().start,
      from: own().from,
      template: z
        .enum(riskTemplateNames)
        .optional()
        .describe('Rules by kind to begin with; what is given besides replaces them'),
      ...z.object(rules()).partial().shape,
      ...z.object(own()).omit({ name: true, account_ids: true, start: true, from: true }).partial().shape,
    }),
    response: stored(),
    status: 201,
    errors: [404, 409],
    role: 'read-write',
    audit: 'risk_account.create',
    write: 'book',
  }),
  list: () => ({
    method: 'GET',
    path: '/risk-accounts',
    summary: 'Risk accounts with their rules, and the templates by kind',
    response: z.object({
      items: z.array(stored()),
      templates: z.array(z.object({ name: z.enum(riskTemplateNames), about: z.string(), ...rules() })),
    }),
    role: 'read-only',
  }),
  get: () => ({
    method: 'GET',
    path: '/risk-accounts/{id}',
    summary: 'One risk account',
    params: params(),
    response: stored(),
    errors: [404],
    role: 'read-only',
  }),
  update: () => ({
    method: 'PATCH',
    path: '/risk-accounts/{id}',
    summary: 'Change a risk account; rules hold from valid_from on, those before stay',
    params: params(),
    body: z
      .strictObject({
        ...own(),
        ...rules(),
        valid_from: isoDay.describe('First day of the rules given; the first day of all when left out'),
      })
      .partial(),
    response: stored(),
    errors: [404, 409],
    role: 'read-write',
    audit: 'risk_account.update',
    write: 'book',
  }),
  remove: () => ({
    method: 'DELETE',
    path: '/risk-accounts/{id}',
    summary: 'Delete a risk account; trades stay',
    params: params(),
    response: empty,
    errors: [404],
    role: 'read-write',
    audit: 'risk_account.delete',
    write: 'book',
  }),
  status: () => ({
    method: 'GET',
    path: '/risk-accounts/{id}/status',
    summary: 'Distance of an account to its limits now, and the time and trade of each breach',
    params: params(),
    response: z.object({
      id: z.int(),
      name: z.string(),
      basis: z
        .enum(riskBasis)
        .describe('intraday: every trade is marked bar by bar; close: at least one is known by its own fills only'),
      currency: z.string(),
      state: z.enum(['active', 'paused', 'failed', 'passed']).describe('paused: today’s loss limit is broken'),
      equity: money,
      balance: money,
      peak: maybeMoney.describe('What the drawdown is counted from'),
      day_loss: maybeMoney.describe('Below what today is counted from'),
      day_limit: maybeMoney,
      day_floor: maybeMoney,
      drawdown: maybeMoney.describe('Below the peak'),
      drawdown_limit: maybeMoney,
      drawdown_floor: maybeMoney,
      headroom: maybeMoney.describe('Until the nearest floor; null without a limit'),
      headroom_by: z.enum(['daily_loss', 'drawdown']).nullable(),
      headroom_r: maybeRatio.describe('In units of r_amount'),
      r_amount: maybeMoney.describe('The median risk of its trades; null where none is known'),
      headroom_contracts: z
        .array(z.object({ instrument: z.string(), contracts: z.int(), risk_each: money }))
        .describe('How many fit, at the median risk of one of each'),
      open_risk: maybeMoney.describe('What open trades would lose at their stops'),
      profit: money,
      profit_target: maybeMoney,
      days_counted: z.int().nullable(),
      fewest_days: z.int().nullable(),
      consistency: z
        .object({
          best_day: money,
          best_day_on: z.string().nullable(),
          percent: maybeRatio,
          max_percent: ratio,
          is_kept: z.boolean(),
          needed: money.describe('Profit at which the best day would be small enough'),
        })
        .nullable(),
      breaches: z.array(
        z.object({
          rule: z.enum(riskRuleNames),
          at: timestamp,
          day: z.string().describe('Of the account’s own days'),
          round_trip_id: z.string().nullable(),
          trade: z
            .object({ instrument: z.string(), opened_at: timestamp, pnl: money })
            .nullable()
            .describe('What that trade was, and what it has realised'),
          value: z.number().describe('Equity, a size or a share in percent'),
          limit: z.number(),
          ends: z.boolean().describe('The account is over by it'),
          basis: z.enum(riskBasis).describe('How that trade is known'),
        }),
      ),
      days: z.array(
        z.object({
          day: z.string(),
          high: money,
          low: money,
          close: money,
          pnl: money,
          day_floor: maybeMoney,
          drawdown_floor: maybeMoney,
        }),
      ),
      trades: z.int(),
      without_bars: z.object({ count: z.int(), ids: z.array(z.string()).describe('The first hundred') }),
      left_out: z.object({ count: z.int(), reason: z.string() }).nullable(),
      convention: z.string(),
      problems: z.array(problem()),
    }),
    errors: [404],
    role: 'read-only',
  }),
  odds: () => ({
    method: 'POST',
    path: '/risk-accounts/{id}:odds',
    summary: 'How often days like the own ones would reach the target, or break a limit, by drawing them again',
    params: params(),
    body: z.strictObject({
      seed: z
        .int()
        .min(0)
        .max(2 ** 31 - 1)
        .optional()
        .describe('The same seed gives the same answer; 1 when left out'),
    }),
    bodyOptional: true,
    response: z.object({
      id: z.int(),
      own_days: z.int(),
      enough: z.boolean().describe('From 20 own days on; below there are no figures'),
      pass: maybe.describe('Share of paths that reach the target with all that it asks for'),
      ruin: maybe.describe('Share of paths that break a limit that ends the account'),
      undecided: maybe.describe('Neither within 250 days'),
      pass_interval: z.array(z.number()).nullable().describe('95 %, with the own days drawn again as well'),
      ruin_interval: z.array(z.number()).nullable(),
      pass_of_draws: z.array(z.number()).nullable().describe('95 % of the draws alone, by Wilson'),
      ruin_of_draws: z.array(z.number()).nullable(),
      median_days_to_pass: z.int().nullable(),
      paths: z.int(),
      block: z.int().describe('Mean length of the runs of days that are drawn together'),
      seed: z.int(),
      convention: z.string(),
    }),
    errors: [404],
    role: 'read-only',
  }),
});
