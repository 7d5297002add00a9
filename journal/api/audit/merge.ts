// One page of two sequences that are read as one, newest first. Neither is read up to the page: how many rows of each
// come before it is found by halving.

interface Entry {
  readonly at: string;
  readonly id: number;
}

/** Rows of one file, newest first. */
export interface Sequence<E extends Entry> {
  count(): Promise<number>;
  page(offset: number, limit: number): Promise<E[]>;
}

const newerFirst = (a: Entry, b: Entry): number => (a.at === b.at ? b.id - a.id : a.at < b.at ? 1 : -1);

export async function pageOfBoth<E extends Entry>(
  a: Sequence<E>,
  b: Sequence<E>,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ rows: E[]; total: number }> {
  const [inA, inB] = [await a.count(), await b.count()];
  const fromB = await before(a, b, { inA, inB, offset });
  const both = [...(await a.page(offset - fromB, limit)), ...(await b.page(fromB, limit))];
  return { rows: both.toSorted(newerFirst).slice(0, limit), total: inA + inB };
}

/** How many of the first `offset` rows are those of `b`. */
async function before<E extends Entry>(
  a: Sequence<E>,
  b: Sequence<E>,
  { inA, inB, offset }: { readonly inA: number; readonly inB: number; readonly offset: number },
): Promise<number> {
  let least = Math.max(0, offset - inA);
  let most = Math.min(offset, inB);
  // Past the end of both: nothing is left of either.
  if (least > most) return inB;
  while (least < most) {
    const taken = Math.ceil((least + most) / 2);
    // The row of b at place taken - 1 is among the first if it is newer than the row of a that would else be there.
    const [[rowOfB], [rowOfA]] = [await b.page(taken - 1, 1), await a.page(offset - taken, 1)];
    const isAmong = rowOfB !== undefined && (rowOfA === undefined || newerFirst(rowOfB, rowOfA) < 0);
    if (isAmong) least = taken;
    else most = taken - 1;
  }
  return least;
}
