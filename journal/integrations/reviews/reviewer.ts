// The one model that may write reviews, its key sealed in the book.
import {
  type Db,
  decimalText,
  seal,
  sealedFor,
  type Sealer,
  unseal,
  type Unsealer,
  type WriteScope,
} from '@zorivest/store';
import type { Reviewer } from './model.ts';

export async function findReviewer(parts: Unsealer, db: Db): Promise<Reviewer | null> {
  const row = await db.selectFrom('reviewer').selectAll().where('id', '=', 1).executeTakeFirst();
  if (row === undefined) return null;
  return {
    protocol: row.protocol === 'anthropic' ? 'anthropic' : 'openai',
    endpoint: row.endpoint,
    model: row.model,
    apiKey: row.api_key === null ? null : unseal(parts, sealedFor.reviewerKey, row.api_key),
    inputCentsPerMillion: Number(row.input_cents_per_million),
    outputCentsPerMillion: Number(row.output_cents_per_million),
  };
}

export async function saveReviewer(parts: Sealer, { db }: WriteScope, reviewer: Reviewer): Promise<void> {
  const row = {
    protocol: reviewer.protocol,
    endpoint: reviewer.endpoint,
    model: reviewer.model,
    api_key: reviewer.apiKey === null ? null : seal(parts, sealedFor.reviewerKey, reviewer.apiKey),
    input_cents_per_million: decimalText(reviewer.inputCentsPerMillion),
    output_cents_per_million: decimalText(reviewer.outputCentsPerMillion),
  };
  await db
    .insertInto('reviewer')
    .values({ id: 1, ...row })
    .onConflict((known) => known.column('id').doUpdateSet(row))
    .execute();
}

/** Without the key. */
export function presentReviewer(reviewer: Reviewer | null) {
  return {
    configured: reviewer !== null,
    protocol: reviewer?.protocol ?? null,
    endpoint: reviewer?.endpoint ?? null,
    model: reviewer?.model ?? null,
    has_api_key: typeof reviewer?.apiKey === 'string',
    input_cents_per_million: reviewer?.inputCentsPerMillion ?? null,
    output_cents_per_million: reviewer?.outputCentsPerMillion ?? null,
  };
}
