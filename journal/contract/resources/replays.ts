// A day lived through again: all of its trades on one clock.
import { z } from 'zod';
import { barIntervals, tradeActions } from '@zorivest/vocabulary';
import { resource } from '../core/endpoint.ts';
import { idText, isoDay, nonBlankText, timestamp } from '../core/fields.ts';
import { money } from './figures.ts';
import { bars, knownThen } from './round-trips.ts';

export const replays = resource('leaves-trades', {
  day: () => ({
    method: 'GET',
    path: '/replays/{day}',
    summary: 'A day as it was known at a moment: its trades so far, their fills, levels and bars, and nothing later',
    params: z.object({ day: isoDay }),
    query: z.object({
      interval: z.enum(['1m', '5m', '1d']).optional().describe('The finest that is stored when left out'),
      until: nonBlankText(40).optional().describe('ISO-8601, or seconds since 1970; now when left out'),
      since: nonBlankText(40)
        .optional()
        .describe('An earlier until: bars that were over by then are left out of charts that were there'),
      account_id: idText.optional(),
    }),
    response: z.object({
      day: z.string(),
      time_zone: z.string(),
      currency: z.string(),
      until: timestamp,
      begins_at: z.number().describe('The opening, or the full hour before the first fill, in seconds'),
      ends_at: z.number().describe('The end of the last session, in seconds'),
      realised: money.describe('What exits of the day brought by then'),
      open: money.describe('What was open stood at then'),
      trades: z.array(
        z.object({
          trip_id: z.string(),
          instrument: z.string(),
          direction: z.enum(tradeActions),
          ...knownThen(),
        }),
      ),
      charts: z.array(
        z.object({
          instrument: z.string(),
          interval: z.enum(barIntervals),
          bars: bars(),
          missing: z.string().optional().describe('Why there are no bars'),
        }),
      ),
      convention: z.string(),
    }),
    role: 'read-only',
  }),
});
