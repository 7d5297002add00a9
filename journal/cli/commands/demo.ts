// Fills an empty book with the demo; the service writes it, and marks the book for good.
import { adminAuth } from '../credentials.ts';
import { say, sayJson, UserError } from '../output.ts';
import { connect } from '../service.ts';

export async function demo(home: string, options: { json: boolean; seed: string; until?: string }): Promise<void> {
  const seed = Number(options.seed);
  if (!Number.isInteger(seed) || seed < 0) throw new UserError('--seed must be a whole number');
  const until = options.until === undefined ? undefined : new Date(options.until);
  if (until !== undefined && Number.isNaN(until.getTime()))
    throw new UserError('--until must be a date such as 2026-06-30');
  const service = await connect(home);
  try {
    const client = service.client(await adminAuth(home));
    const counts = await client.demo.create({
      body: { seed, ...(until !== undefined && { until: until.toISOString() }) },
    });
    if (options.json) sayJson(counts);
    else
      say(
        `${counts.trades} trades, ${counts.reports} reviews, ${counts.plans} plans, ${counts.journal_entries} diary entries. This book is a demo from now on: its prices are made up.`,
      );
  } finally {
    await service.close();
  }
}
