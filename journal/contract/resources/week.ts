// A week of trading on one page, put together from the figures of their own endpoints.
import { z } from 'zod';
import { tradeActions } from '@zorivest/vocabulary';
import { bytes, resource } from '../core/endpoint.ts';
import { foreign, timestamp } from '../core/fields.ts';
import { once } from '../core/once.ts';
import { basis, maybe, maybeMoney, maybeRatio, exactMoney, money } from './figures.ts';
import { policy } from './scheduling.ts';

const params = once(() =>
  z.object({
    iso: z
      .string()
      .regex(/^(this|last|\d{4}-W\d\d)$/, 'must be an ISO week such as 2026-W46, or this or last')
      .describe('An ISO week such as 2026-W46; this; last: the newest whose Friday is over'),
  }),
);

const sums = once(() => ({ net_pnl: money, trade_count: z.int(), r: maybeRatio, win_rate: maybeRatio }));

const trade = once(() =>
  z.object({
    trip_id: z.string(),
    instrument: z.string(),
    direction: z.enum(tradeActions),
    opened_at: timestamp,
    closed_at: timestamp.nullable(),
    pnl: exactMoney.describe('What its exits in the week brought'),
    r: maybeRatio,
    images: z
      .array(z.object({ id: z.int(), caption: foreign(z.string()) }))
      .describe('Pictures that were stored with it'),
  }),
);

const counts = { followed: z.int(), broken: z.int(), unknown: z.int() };

export const week = resource('leaves-trades', {
  get: () => ({
    method: 'GET',
    path: '/reports/week/{iso}',
    summary: 'A week on one page: results and the week before, best and worst, rules, mistakes, plans, risk, questions',
    params: params(),
    response: z.object({
      ...basis(),
      week: z.string(),
      from: z.string(),
      to: z.string(),
      previous: z.string(),
      next: z.string(),
      is_over: z.boolean(),
      ...sums(),
      rated: z.int().describe('Trades with a known R: r is the sum of theirs'),
      profit_factor: maybe,
      before: z.object({ week: z.string(), ...sums() }),
      days: z.array(z.object({ day: z.string(), pnl: exactMoney, trade_count: z.int(), r: maybeRatio })),
      best: trade().nullable(),
      worst: trade().nullable().describe('The same as best where there was one trade'),
      adherence: z.object({
        share: maybeRatio.describe('Followed of those rules and trades that are known'),
        ...counts,
        playbooks: z.array(
          z.object({
            id: z.int(),
            name: z.string(),
            trade_count: z.int(),
            adherence: maybeRatio,
            ...counts,
            broken_rules: z.array(z.object({ id: z.string(), text: z.string(), broken: z.int(), known: z.int() })),
          }),
        ),
      }),
      mistakes: z.object({
        count: z.int(),
        total_cost: money,
        by_category: z.array(z.object({ category: z.string(), count: z.int(), cost: money })),
      }),
      plans: z.object({
        planned: z.int(),
        unplanned: z.int(),
        planned_pnl: money,
        unplanned_pnl: money,
        items: z
          .array(
            z.object({
              plan_id: z.int(),
              strategy_name: z.string(),
              trip_id: z.string(),
              instrument: z.string(),
              planned_r: z.number().describe('Reward over risk as it was planned'),
              r: maybeRatio,
              pnl: exactMoney,
              followed_plan: z.boolean().nullable().describe('As the review of the trade says'),
            }),
          )
          .describe('The first fifty'),
      }),
      open_risk: maybeMoney.describe('What is open would lose at its present stops; as of now'),
      without_risk: z.int().describe('Open trades that open_risk knows nothing of'),
      headroom: z
        .array(
          z.object({
            id: z.int(),
            name: z.string(),
            state: z.string(),
            headroom: maybeMoney,
            headroom_by: z.string().nullable(),
            headroom_r: maybeRatio,
            breaches: z
              .array(z.object({ rule: z.string(), day: z.string(), round_trip_id: z.string().nullable() }))
              .describe('Of this week'),
          }),
        )
        .describe('What each risk account has left; as of now'),
      as_of: timestamp.describe('When open_risk and headroom were known'),
      questions: z.array(z.string()).length(3),
    }),
    role: 'read-only',
  }),
  pdf: () => ({
    method: 'GET',
    path: '/reports/week/{iso}/pdf',
    summary: 'The same on paper, with pictures of the best and the worst trade',
    params: params(),
    response: bytes('application/pdf'),
    role: 'read-only',
  }),
  card: () => ({
    method: 'GET',
    path: '/reports/week/{iso}/card',
    summary: 'A picture of the week to share: R and percentages, no amount, no instrument and no account',
    params: params(),
    response: bytes('image/svg+xml'),
    role: 'read-only',
  }),
  schedule: () => ({
    method: 'POST',
    path: '/reports/week/schedule',
    summary:
      'Have the week as a PDF every Saturday morning, in the reports folder or by mail; approved by asking for it',
    body: z.strictObject({
      recipients: z.array(z.email()).max(5).optional().describe('Who gets it by mail; without any it is a file'),
    }),
    bodyOptional: true,
    response: policy(),
    status: 201,
    errors: [409, 429],
    // It is an approval as well.
    role: 'person',
    audit: 'policy.approve',
    write: 'book',
    wantsPassphrase: true,
  }),
});
