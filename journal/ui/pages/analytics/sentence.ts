// One sentence out of a breakdown, where the numbers carry it: which part stands out from all the others.

export interface Part {
  readonly name: string;
  readonly trade_count: number;
  readonly total_pnl: number;
  /** The mean result of a trade. */
  readonly expectancy: number;
  /** Mean over deviation times the root of n: how sure the mean is. */
  readonly sqn: number | null;
}

export interface Standing {
  readonly part: Part;
  readonly rest: number;
  /** The mean lies within this much of itself, nineteen times of twenty. */
  readonly within: number;
}

/** Fewer say nothing. */
const FEWEST = 20;
const NINETEEN_OF_TWENTY = 1.96;

/**
 * The part that costs or brings most of those that stand out: twenty trades or more, and an interval of its mean that the
 * mean of all other trades is not in. Null where none does.
 */
export function standsOut(parts: readonly Part[]): Standing | null {
  const total = parts.reduce((sum, { total_pnl }) => sum + total_pnl, 0);
  const count = parts.reduce((sum, { trade_count }) => sum + trade_count, 0);
  const found = parts.flatMap((part): Standing[] => {
    const others = count - part.trade_count;
    if (part.trade_count < FEWEST || others < FEWEST || part.sqn === null || part.sqn === 0) return [];
    const within = NINETEEN_OF_TWENTY * Math.abs(part.expectancy / part.sqn);
    const mean = (total - part.total_pnl) / others;
    const isApart = Math.abs(part.expectancy - mean) > within;
    return isApart ? [{ part, rest: total - part.total_pnl, within }] : [];
  });
  // A loss comes before a gain.
  return found.toSorted((a, b) => a.part.total_pnl - b.part.total_pnl)[0] ?? null;
}

interface Sample {
  readonly trade_count: number;
  readonly mean: number | null;
  readonly deviation: number | null;
}

/** Within how much of itself a mean lies, where twenty trades or more carry it and nothing lies outside; else null. */
export function surelyWithin({ trade_count, mean, deviation }: Sample): number | null {
  if (trade_count < FEWEST || mean === null || deviation === null) return null;
  const within = (NINETEEN_OF_TWENTY * deviation) / Math.sqrt(trade_count);
  return Math.abs(mean) > within ? within : null;
}
