// Rates between currencies: what one unit of the base was worth in the quote, day by day.
import { z } from 'zod';
import { multipart, resource } from '../core/endpoint.ts';
import { isoDay } from '../core/fields.ts';
import { once } from '../core/once.ts';
import { currencyCode } from './figures.ts';

const maxRatesBytes = 20 * 1024 * 1024;

const rate = once(() =>
  z.object({
    date: z.string(),
    base: z.string(),
    quote: z.string(),
    rate: z.number().describe('1 base = rate quote'),
    source: z.string().describe('Who says so; of a rate worked out from others, through what'),
  }),
);

export const fx = resource('leaves-trades', {
  rates: () => ({
    method: 'GET',
    path: '/fx/rates',
    summary: 'Known rates, oldest first; of two currencies also those worked out through EUR or USD',
    query: z.object({
      base: currencyCode.optional(),
      quote: currencyCode.optional(),
      from: isoDay.optional(),
      to: isoDay.optional().describe('Included'),
    }),
    response: z.object({ items: z.array(rate()) }),
    role: 'read-only',
  }),
  put: () => ({
    method: 'PUT',
    path: '/fx/rates',
    summary: 'Give rates; one that is known already is replaced',
    body: z.strictObject({
      rates: z
        .array(
          z
            .strictObject({
              date: isoDay,
              base: currencyCode,
              quote: currencyCode,
              rate: z.number().gt(0).max(1e9),
              source: z.string().max(100).optional(),
            })
            .refine(({ base, quote }) => base !== quote, 'base and quote must differ'),
        )
        .min(1)
        .max(10_000),
    }),
    response: z.object({ stored: z.int() }),
    role: 'read-write',
    audit: 'fx_rate.update',
    write: 'book',
  }),
  fetch: () => ({
    method: 'POST',
    path: '/fx/fetch',
    summary: 'Have a provider of market data serve the rates that the book needs',
    description:
      'Without a body: every currency of the book, from a week before its first day to today. Rates a person gave stay.',
    body: z.strictObject({
      currencies: z.array(currencyCode).min(1).max(50).optional(),
      from: isoDay.optional(),
      to: isoDay.optional().describe('Included'),
    }),
    response: z.object({
      stored: z.int(),
      provider: z.string().nullable(),
      currencies: z.array(z.string()).describe('Those that rates came for, each against EUR'),
      unknown: z.array(z.string()).describe('Those that no provider has rates for'),
      from: z.string(),
      to: z.string(),
    }),
    errors: [503],
    role: 'read-write',
    audit: 'fx_rate.fetch',
    write: 'outside',
  }),
  import: () => ({
    method: 'POST',
    path: '/fx/import',
    summary: "Take over the European Central Bank's history of rates: eurofxref-hist.csv or its zip",
    body: multipart(z.strictObject({}), maxRatesBytes),
    response: z.object({
      stored: z.int(),
      days: z.int(),
      currencies: z.array(z.string()),
      from: z.string().nullable(),
      to: z.string().nullable(),
    }),
    errors: [413, 415],
    role: 'read-write',
    audit: 'fx_rate.import',
    write: 'book',
  }),
});
