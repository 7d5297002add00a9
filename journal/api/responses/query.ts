// A misspelt filter must not quietly return everything.
import type { AnyEndpoint } from '@zorivest/contract';
import { z } from 'zod';
import { Fault } from '@zorivest/store';

/** The parameters an endpoint knows; those of the input where what comes out is another. */
function namesIn(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodPipe) return namesIn(schema.def.in as z.ZodType);
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  throw new TypeError('the query of an endpoint must be an object');
}

export function refuseUnknownParameters({ query }: AnyEndpoint, received: unknown): void {
  const names = query ? namesIn(query) : [];
  const unknown = Object.keys(received as object).filter((name) => !names.includes(name));
  if (unknown.length === 0) return;
  const known = names.length === 0 ? 'this address takes none' : `there are: ${names.join(', ')}`;
  throw new Fault(
    422,
    unknown.map((field) => ({ field, message: `is not a known query parameter; ${known}` })),
  );
}
