// Codes of securities into tickers.
import { z } from 'zod';
import { identifierTypes } from '@zorivest/vocabulary';
import { resource } from '../core/endpoint.ts';
import { text, timestamp } from '../core/fields.ts';
import { once } from '../core/once.ts';

const identifier = once(() => z.strictObject({ id_type: z.enum(identifierTypes), id_value: text(20) }));

export const identifiers = resource('leaves-trades', {
  resolve: () => ({
    method: 'POST',
    path: '/identifiers/resolve',
    summary: 'Tickers of CUSIP, ISIN, SEDOL and FIGI codes',
    description: 'Check digits are tested first; answers are stored, so a code is asked for once.',
    body: z
      .union([
        z.strictObject({ identifiers: z.array(identifier()).min(1).max(100) }),
        z.array(identifier()).min(1).max(100),
      ])
      .transform((body) => (Array.isArray(body) ? body : body.identifiers)),
    response: z.array(
      z.object({
        id_type: z.string(),
        id_value: z.string(),
        ticker: z.string().nullable(),
        exchange: z.string().nullable(),
        security_type: z.string().nullable(),
        source: z.string(),
        confidence: z.number(),
        resolved: z.boolean(),
        reason: z.string().nullable().describe('Why there is no ticker'),
        resolved_at: timestamp.nullable(),
        expires_at: timestamp.nullable(),
      }),
    ),
    role: 'read-only',
  }),
});
