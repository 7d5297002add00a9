// Who an instrument is: its names in time.
import { z } from 'zod';
import { instrumentNameKinds, nameSources } from '@zorivest/vocabulary';
import { resource } from '../core/endpoint.ts';
import { foreignName, isoDay, nameText } from '../core/fields.ts';
import { once } from '../core/once.ts';

export const instrumentName = once(() =>
  z.object({
    kind: z.enum(instrumentNameKinds),
    value: foreignName(z.string()),
    from: z.string().nullable().describe('The first day; null: as far back as the book goes'),
    to: z.string().nullable().describe('The last day; null: until another of its kind takes over'),
    source: z.enum(nameSources).nullable().describe('Who stated it; null: it comes from the rows of the book'),
  }),
);

export const instruments = resource('touches-trades', {
  names: () => ({
    method: 'GET',
    path: '/instruments/{id}/names',
    summary: 'Every name of one instrument, with the days they held',
    response: z.object({ id: z.string(), names: z.array(instrumentName()) }),
    errors: [404],
    role: 'read-only',
  }),
  addName: () => ({
    method: 'POST',
    path: '/instruments/{id}/names',
    summary: 'Say one more name of an instrument: a later ticker, its ISIN, the code a statement uses',
    description:
      'Whatever stands under that name is this instrument from now on, in rows there are and in later ones. A ticker with `from` takes over from the one before it on that day; positions follow.',
    body: z.strictObject({
      kind: z.enum(instrumentNameKinds),
      value: nameText(100),
      from: isoDay.nullable().default(null).describe('The first day it held; null: always'),
      to: isoDay.optional().describe('The last day it held'),
    }),
    response: z.object({
      id: z.string(),
      names: z.array(instrumentName()),
      trades_renamed: z.int(),
      transactions_renamed: z.int(),
      events_renamed: z.int(),
    }),
    errors: [404, 409],
    status: 201,
    role: 'read-write',
    audit: 'instrument.name',
    write: 'book',
  }),
});
