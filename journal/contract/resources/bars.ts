// Prices around trades that stay in the book.
import { z } from 'zod';
import { barIntervals } from '@zorivest/vocabulary';
import { multipart, resource } from '../core/endpoint.ts';
import { foreignName, nameText } from '../core/fields.ts';

export const bars = resource('leaves-trades', {
  list: () => ({
    method: 'GET',
    path: '/bars',
    summary: 'Which bars are stored, how much room they take, and which trades have none',
    query: z.object({ symbol: nameText(100).optional().describe('Only of this instrument') }),
    response: z.object({
      items: z.array(
        z.object({
          symbol: foreignName(z.string()).describe('As providers spell it'),
          interval: z.enum(barIntervals),
          from: z.string(),
          to: z.string(),
          days: z.int().describe('Days with bars'),
          bytes: z.int(),
          providers: z.array(z.string()).describe('file: imported'),
        }),
      ),
      bytes: z.int(),
      max_bytes: z.int().describe('The setting bars.max_mb; minutes farthest from a fill go first'),
      missing: z.object({
        count: z.int().describe('Trades without bars of what was traded'),
        trades: z
          .array(
            z.object({ trip_id: z.string(), instrument: foreignName(z.string()), day: z.string(), reason: z.string() }),
          )
          .describe('The newest hundred'),
      }),
    }),
    role: 'read-only',
  }),
  import: () => ({
    method: 'POST',
    path: '/bars/import',
    summary: 'Keep the bars of a CSV: time, open, high, low, close, volume; a header or none, seconds or ISO times',
    body: multipart(
      z.strictObject({
        symbol: nameText(100).describe('The instrument as it is traded'),
        interval: z.enum(barIntervals).optional().describe('As long as most bars of the file are apart when left out'),
      }),
      100 * 1024 * 1024,
    ),
    response: z.object({
      symbol: foreignName(z.string()),
      interval: z.enum(barIntervals),
      bars: z.int().describe('In the file'),
      added: z.int().describe('New ones; those of a moment that was known are replaced'),
      from: z.string(),
      to: z.string(),
      invalid: z
        .array(z.object({ row: z.int(), reason: z.string() }))
        .describe('Rows that were left out; the first hundred'),
      dropped: z.int().describe('Days that had to go because there is no more room'),
    }),
    errors: [413],
    role: 'read-write',
    audit: 'bars.import',
    write: 'book',
  }),
});
