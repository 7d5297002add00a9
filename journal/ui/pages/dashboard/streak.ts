export interface ClosedTrade {
  readonly pnl_in_period: number;
}

/** 1 won, 0 even, -1 lost. */
export const wayOf = ({ pnl_in_period }: ClosedTrade): number => Math.sign(Math.round(pnl_in_period * 100));

/** How the last trades went, the newest first: as many in a row as went one way. */
export function streakOf(newest: readonly ClosedTrade[]): string {
  const [last] = newest;
  if (last === undefined) return '–';
  const way = wayOf(last);
  if (way === 0) return 'breakeven';
  const broken = newest.findIndex((trade) => wayOf(trade) !== way);
  const length = broken === -1 ? newest.length : broken;
  const more = broken === -1 && newest.length > 1 ? ' or more' : '';
  return `${length}${more} ${way > 0 ? 'won' : 'lost'}`;
}
