// Executions matched into positions.
import { z } from 'zod';
import { assetClasses, tradeActions, tripStatuses } from '@zorivest/words';
import { resource } from '../core/endpoint.ts';
import { idText, page, paging, timestamp, words } from '../core/fields.ts';
import { once } from '../core/once.ts';
import { maybe, problem } from './figures.ts';

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
    open_quantity: z.number(),
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

export const roundTrips = resource('leaves-trades', {
  list: () => ({
    method: 'GET',
    path: '/round-trips',
    summary: 'Positions from flat to flat, newest first',
    query: z.object({
      ...paging(),
      account_id: idText.optional(),
      status: z.enum(['open', 'closed', 'all']).default('all').describe('open includes what is partly closed'),
      ticker: words(100).optional(),
    }),
    response: page(roundTrip()).extend({ problems: z.array(problem()) }),
    role: 'read-only',
  }),
});
