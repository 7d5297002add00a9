/** From inclusive, to exclusive, in milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const DAY = 86_400_000;

/** What `ytd`, `90d`, `2026` or `2026-03` mean today, in UTC. The contract has checked the spelling. */
export function spanOf(period: string, now: Date): Span {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const until = { to: now.getTime() + 1 };
  switch (period) {
    case 'all':
      return { from: -Infinity, to: Infinity };
    case 'ytd':
      return { from: Date.UTC(year, 0, 1), ...until };
    case 'qtd':
      return { from: Date.UTC(year, month - (month % 3), 1), ...until };
    case 'mtd':
      return { from: Date.UTC(year, month, 1), ...until };
    case '1y':
      return { from: Date.UTC(year - 1, month, now.getUTCDate()), ...until };
    default: {
      const days = /^(\d+)d$/.exec(period)?.[1];
      if (days !== undefined) return { from: now.getTime() - Number(days) * DAY, ...until };
      const [named = year, inMonth] = period.split('-').map(Number);
      return inMonth === undefined
        ? { from: Date.UTC(named, 0, 1), to: Date.UTC(named + 1, 0, 1) }
        : { from: Date.UTC(named, inMonth - 1, 1), to: Date.UTC(named, inMonth, 1) };
    }
  }
}
