// Executions matched into positions.
import { z } from 'zod';
import {
  assetClasses,
  barIntervals,
  reversalSides,
  sliceKinds,
  tradeActions,
  tradeUnits,
  tripStatuses,
} from '@zorivest/vocabulary';
import { resource } from '../core/endpoint.ts';
import { page, paging, queryFlag, text, timestamp, nonBlankText } from '../core/fields.ts';
import { once } from '../core/once.ts';
import {
  basis,
  bookMark,
  currencyCode,
  figureBasis,
  maybe,
  maybeMoney,
  maybeRatio,
  exactMoney,
  money,
  over,
  problem,
} from './figures.ts';
import { tradeImage } from './images.ts';
import { mistake } from './mistakes.ts';
import { plan } from './plans.ts';
import { report } from './reports.ts';
import { exactQuantity, trade } from './trades.ts';

export const roundTrip = once(() =>
  z.object({
    id: z.string(),
    account_id: z.string(),
    instrument: z.string(),
    direction: z.enum(tradeActions).describe('BOT is long, SLD short'),
    status: z.enum(tripStatuses),
    entry_exec_ids: z.array(z.string()),
    exit_exec_ids: z.array(z.string()),
    entry_avg_price: z.number(),
    exit_avg_price: maybe,
    total_quantity: z.number(),
    quantity_exact: exactQuantity.optional(),
    open_quantity: z.number(),
    open_quantity_exact: exactQuantity.optional(),
    gross_pnl: z.number(),
    total_commission: z.number(),
    realized_pnl: z.number(),
    opened_at: timestamp,
    closed_at: timestamp.nullable(),
    holding_period_seconds: maybe,
    multiplier: z.number(),
    currency: z.string().nullable(),
    asset_class: z.enum(assetClasses),
    underlying: z.string(),
  }),
);

/** A trade, a round trip or a structure of several, with its money in the currency of the answer. */
const shownTrip = once(() =>
  roundTrip().extend({
    strategy: z.string().nullable().describe('What the legs of an option structure form'),
    gross_pnl: exactMoney.describe('Realised so far, before costs'),
    total_commission: exactMoney.describe('Costs of what was realised: gross_pnl less these is pnl'),
    open_commission: exactMoney.describe('Paid for what is still open'),
    pnl: exactMoney.describe('Realised so far, net of its costs, in currency'),
    pnl_in_period: exactMoney.describe('What its exits in the period brought of pnl; what sums and counts are of'),
    costs_in_period: exactMoney.describe('Costs of those exits, their share of the entries’ included'),
    exits_outside_period: z.int().describe('Exits of the trade that lie outside the period'),
    price_pnl: exactMoney.describe('In trade_currency, costs included, at the rate of the closing day'),
    fx_pnl: exactMoney.describe('pnl less price_pnl'),
    realized_pnl: exactMoney.describe('Equal to pnl'),
    r: maybeRatio.describe('pnl in units of what was at risk at the entry; null while open or where no risk is known'),
    initial_risk: maybe.describe(
      'What was at risk when it was opened, in trade_currency; null where it was not stated',
    ),
    initial_stop: maybe.describe('The stop of its plan that was in force then'),
    stated_later: z.boolean().describe('The plan was made after the first fill; its first stop counts'),
    r_in_period: maybeRatio.describe('The same of pnl_in_period; null without an exit in the period or a known risk'),
    currency: z.string(),
    trade_currency: z.string(),
    tags: z.array(z.string()),
    legs: z.array(z.string()).describe('Of a structure, the ids of its round trips'),
    expires_on: z.string().nullable().describe('The first day on which one of its options ends; null without options'),
  }),
);

/** Bars of a replay. */
export const bars = once(() =>
  z
    .array(z.array(z.number()))
    .describe('[time, open, high, low, close, volume], time in seconds; only bars that are over'),
);

/** What was known of a trade at a moment. */
export const knownThen = once(() => ({
  fills: z.array(
    z.object({
      exec_id: z.string(),
      time: z.number(),
      action: z.enum(tradeActions),
      quantity: z.number(),
      price: z.number(),
      commission: z.number(),
    }),
  ),
  levels: z.array(z.object({ from: z.number(), stop: z.number(), target: z.number() })),
  running: z
    .object({ pnl: money, r: maybeRatio, open_quantity: z.number() })
    .nullable()
    .describe('Net of the fees paid so far; null before the entry'),
}));

const sortable = ['closed_at', 'opened_at', 'pnl', 'instrument', 'total_commission', 'holding_period_seconds'] as const;

/** What a list of round trips is narrowed by and sorted by, besides the one filter. */
export const listed = once(() => ({
  status: z.enum(['open', 'closed', 'all']).default('all').describe('open includes what is partly closed'),
  ticker: nonBlankText(100).optional().describe('The same as instrument'),
  search: text(200).optional().describe('In instrument, underlying, strategy, tags and ids'),
  slice: z
    .string()
    .max(200)
    .regex(
      new RegExp(`^(${sliceKinds.join('|')}):.`),
      'must be a part of a breakdown, such as weekday:Monday, hour:09:00, holding:1 to 5 days or r:-1..0',
    )
    .optional()
    .describe('The trades behind a part of a breakdown; several by semicolon, such as weekday:Monday;hour:09:00'),
  sort: z
    .enum(sortable.flatMap((name) => [name, `-${name}`] as const))
    .default('-opened_at')
    .describe('A field, descending with a leading minus'),
}));

export const roundTrips = resource('leaves-trades', {
  list: () => ({
    method: 'GET',
    path: '/round-trips',
    summary: 'Positions from flat to flat, newest first, with their sums',
    query: over('all').extend({
      ...paging(),
      ...listed(),
      with_paths: queryFlag(false).describe('Also how the price of each went while it was open'),
    }),
    response: page(
      shownTrip().extend({
        path: z
          .array(z.number())
          .optional()
          .describe(
            'There with `with_paths` where its bars are stored: up to 24 distances of the price from the entry, in its favour',
          ),
      }),
    ).extend({
      ...basis(),
      sums: z
        .object({
          pnl: money,
          price_pnl: money,
          fx_pnl: money,
          gross_pnl: money,
          total_commission: money,
          wins: z.int(),
          losses: z.int(),
        })
        .describe('Of what was realised in the period, over all that match, not the page'),
    }),
    role: 'read-only',
  }),
  get: () => ({
    method: 'GET',
    path: '/round-trips/{trip_id}',
    summary: 'One round trip with all that was recorded on it, by its id or that of an execution in it',
    query: z.object({ currency: currencyCode.optional() }),
    response: shownTrip().extend({
      ...figureBasis(),
      ...bookMark(),
      unit: z.enum(tradeUnits),
      executions: z.array(trade()),
      leg_trips: z.array(shownTrip()).describe('The legs of a structure'),
      report: report().nullable(),
      mistakes: z.array(mistake()),
      images: z.array(tradeImage().extend({ trade_id: z.string() })),
      plan: plan().nullable(),
      reversals: z
        .array(
          z.object({
            exec_id: z.string(),
            tags: z.array(z.string()),
            tags_of: z.enum(reversalSides).nullable(),
            closed_trip_id: z.string(),
            opened_trip_id: z.string(),
          }),
        )
        .describe(
          'Its fills with tags that closed one trade and opened the opposite one; tags_of of the fill says whose',
        ),
      problems: z.array(problem()),
    }),
    errors: [404],
    role: 'read-only',
  }),
  update: () => ({
    method: 'PATCH',
    path: '/round-trips/{trip_id}',
    summary: 'Assign a trade to a playbook, overriding its tags and plan',
    body: z.strictObject({
      playbook_id: z.int().min(1).nullable().describe('null removes the choice: tags and plan decide again'),
    }),
    response: z.object({ trip_id: z.string(), playbook_id: z.int().nullable(), playbook: z.string().nullable() }),
    errors: [404],
    role: 'read-write',
    audit: 'round_trip.update',
    write: 'book',
  }),
  rules: () => ({
    method: 'GET',
    path: '/round-trips/{trip_id}/rules',
    summary: 'The playbook a trade belongs to, and which of its rules it followed',
    response: z.object({
      trip_id: z.string(),
      instrument: z.string(),
      playbook: z.object({ id: z.int(), name: z.string() }).nullable(),
      stated: z.boolean().describe('A person stated it; else by its tags or its plan'),
      rules: z.array(
        z.looseObject({
          id: z.string(),
          text: z.string(),
          kind: z.string(),
          verdict: z.enum(['followed', 'broken', 'unknown']),
        }),
      ),
    }),
    errors: [404],
    role: 'read-only',
  }),
  open: () => ({
    method: 'GET',
    path: '/positions',
    summary: 'What is open, with what it would bring at the price that counts today',
    query: over('all').extend({
      prices: z
        .enum(['known', 'current'])
        .default('known')
        .describe(
          'known asks no provider: the prices that net worth has; current asks providers for each that is not fresh',
        ),
    }),
    response: z.object({
      ...basis(),
      items: z.array(
        z.object({
          trip_id: z.string(),
          account_id: z.string(),
          instrument: z.string(),
          direction: z.enum(tradeActions).describe('BOT is long, SLD short'),
          open_quantity: z.number(),
          quantity_exact: exactQuantity.optional(),
          avg_price: z.number().describe('Of what is still open, in trade_currency'),
          trade_currency: z.string(),
          opened_at: timestamp,
          price: maybe.describe('In trade_currency; null where none is known'),
          price_date: z.string().nullable().describe('The day it is of'),
          price_source: z.enum(['person', 'statement', 'provider', 'fill']).nullable().describe('Who stated it'),
          provider: z.string().nullable().describe('Which provider, where one did'),
          market_value: maybeMoney.describe('Negative when short'),
          unrealized_pnl: maybeMoney.describe('The costs of opening are counted, those of closing are not'),
          risk: maybeMoney.describe(
            'What would be lost at the present stop, else what was at risk at the entry, of what is still open; null where it is not known, and for a leg of a structure',
          ),
        }),
      ),
      unrealized_pnl: maybeMoney.describe('Of those with a price; null when none has one'),
      unpriced: z.int().describe('How many have no price'),
      oldest_price_days: z.int().nullable().describe('How old the oldest price is, in days'),
      open_risk: maybeMoney.describe(
        'What open trades would lose at their present stops, else at most as they were opened',
      ),
      at_risk: z.int().describe('How many open trades open_risk is of'),
      without_risk: z.int().describe('How many have none: no recorded risk, no plan with a stop, no limited structure'),
    }),
    role: 'read-only',
  }),
  replay: () => ({
    method: 'GET',
    path: '/round-trips/{trip_id}/replay',
    summary: 'A trade as it was known at a moment: bars, fills and levels up to it, and nothing later',
    query: z.object({
      interval: z.enum(['1m', '5m', '1d']).optional().describe('The finest that is stored when left out'),
      until: nonBlankText(40).optional().describe('ISO-8601, or seconds since 1970; now when left out'),
      since: nonBlankText(40)
        .optional()
        .describe('An earlier until: bars that were over by then are left out, for a caller that has them'),
    }),
    response: z.object({
      trip_id: z.string(),
      instrument: z.string(),
      interval: z.enum(barIntervals),
      until: timestamp,
      currency: z.string(),
      bars: bars(),
      ...knownThen(),
      ends_at: z.number().describe('End of the session, in seconds'),
      missing: z.string().optional().describe('Why there are no bars'),
      convention: z.string(),
    }),
    errors: [404],
    role: 'read-only',
  }),
  chain: () => ({
    method: 'GET',
    path: '/round-trips/{trip_id}/chain',
    summary: 'The trades that follow from each other around this one: rolls, assignments, calls on what was assigned',
    response: z.object({
      trip_id: z.string(),
      underlying: z.string(),
      currency: z.string(),
      links: z.array(
        z.object({
          trip_id: z.string(),
          instrument: z.string(),
          direction: z.enum(tradeActions),
          status: z.enum(tripStatuses),
          strategy: z.string().nullable(),
          opened_at: timestamp,
          closed_at: timestamp.nullable(),
          pnl: exactMoney,
          came_by: z.enum(['rolled', 'assigned', 'exercised', 'called_away', 'put_away', 'covered']).nullable(),
          from: z.string().nullable().describe('The trade it came of'),
          went_by: z
            .enum(['rolled', 'assigned', 'exercised', 'called_away', 'put_away', 'covered'])
            .nullable()
            .describe('Shares that an option took away'),
        }),
      ),
      net_pnl: money,
      option_pnl: money,
      share_pnl: money,
      is_open: z.boolean(),
      break_even: maybe.describe('Price of the open shares at which the chain comes out even'),
      convention: z.string(),
    }),
    errors: [404],
    role: 'read-only',
  }),
  bars: () => ({
    method: 'GET',
    path: '/round-trips/{trip_id}/bars',
    summary: 'Prices around a round trip, from the book where they are stored, else from a provider',
    response: z.object({
      trip_id: z.string(),
      ticker: z.string().nullable().describe('Whose prices they are'),
      of: z.enum(['instrument', 'underlying']).describe('Of what was traded, or of what an option is on'),
      interval: z.enum(barIntervals),
      provider: z.string().nullable(),
      age_seconds: maybe.describe('Since the provider stated it'),
      time_zone: z.string(),
      bars: z
        .object({
          time: z.array(timestamp),
          open: z.array(z.number()),
          high: z.array(z.number()),
          low: z.array(z.number()),
          close: z.array(z.number()),
          volume: z.array(z.number()),
        })
        .describe('One list for each field, oldest first'),
      missing: z
        .object({ code: z.enum(['no_provider', 'no_bars']), message: z.string() })
        .nullable()
        .describe('Why there are none'),
    }),
    errors: [404],
    role: 'read-only',
  }),
});
