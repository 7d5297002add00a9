// What the book knows by name: traded, planned or watched.
import { parseOptionSymbol } from '@zorivest/domain';
import { type Call, shownTime } from '@zorivest/store';
import type { Register } from '../register/register.ts';

interface KnownInstrument {
  readonly instrument: string;
  readonly execution_count: number;
  readonly last_at: string;
}

/** All of them, the newest first; gathered once, since somebody who types asks with every letter. */
export function knownInstruments({ results, db }: Call): Promise<readonly KnownInstrument[]> {
  return results.of('known instruments', async () => {
    const traded = await db
      .selectFrom('trades')
      .select((eb) => ['instrument', eb.fn.countAll<number>().as('execution_count'), eb.fn.max('time').as('last_at')])
      .groupBy('instrument')
      .execute();
    const planned = await db
      .selectFrom('trade_plans')
      .select((eb) => ['ticker as instrument', eb.fn.max('created_at').as('last_at')])
      .groupBy('ticker')
      .execute();
    const watched = await db
      .selectFrom('watchlist_items')
      .select((eb) => ['ticker as instrument', eb.fn.max('added_at').as('last_at')])
      .groupBy('ticker')
      .execute();
    const found = new Map<string, KnownInstrument>(traded.map((each) => [each.instrument, each]));
    for (const { instrument, last_at } of [...planned, ...watched]) {
      const known = found.get(instrument);
      if (known === undefined || known.last_at < last_at)
        found.set(instrument, { instrument, execution_count: known?.execution_count ?? 0, last_at });
    }
    return [...found.values()].toSorted((a, b) => (a.last_at < b.last_at ? 1 : -1));
  });
}

export async function instrumentsLike(
  call: Call,
  { search, limit }: { readonly search: string; readonly limit: number },
  register: Register,
): Promise<KnownInstrument[]> {
  const wanted = search.trim().toLowerCase();
  /** Also by a name that no row has: its ISIN, the ticker it had. */
  const isCalled = ({ instrument }: KnownInstrument): boolean =>
    instrument.toLowerCase().includes(wanted) ||
    (register.find(instrument)?.names.some(({ value }) => value.toLowerCase() === wanted) ?? false);
  const rankOf = ({ instrument }: KnownInstrument): number => {
    const name = instrument.toLowerCase();
    if (name === wanted) return 0;
    // An option begins with its underlying, which is more often meant.
    return (name.startsWith(wanted) ? 1 : 2) + (parseOptionSymbol(instrument) === null ? 0 : 2);
  };
  return (await knownInstruments(call))
    .filter(isCalled)
    .map((known) => ({ known, rank: rankOf(known) }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ known }) => ({ ...known, last_at: shownTime(known.last_at) }));
}
