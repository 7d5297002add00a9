// The previous period of the same length, with which the result of the current one is compared.

interface Days {
  readonly from: string;
  readonly to: string;
}

interface PeriodChoice {
  readonly period?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const DAY_MS = 86_400_000;

const textOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const startOf = (year: number, month: number): number => Date.UTC(year, month, 1);

/** The same day of another month, or its last. */
function sameDay(year: number, month: number, day: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(day, last));
}

/** The first day of the current period; null where it has none of its own. */
export function firstDay({ period, from }: PeriodChoice, today: string): string | null {
  if (from !== undefined) return from;
  const now = new Date(`${today}T00:00:00Z`);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const quarter = month - (month % 3);
  const starts: Readonly<Record<string, number>> = {
    ytd: startOf(year, 0),
    mtd: startOf(year, month),
    qtd: startOf(year, quarter),
    last_month: startOf(year, month - 1),
    last_quarter: startOf(year, quarter - 3),
    last_year: startOf(year - 1, 0),
  };
  const start = starts[period ?? ''];
  return start === undefined ? null : textOf(start);
}

/** Null where there is none: all time has nothing before it. */
export function daysBefore(chosen: PeriodChoice, today: string): Days | null {
  const { period, from, to } = chosen;
  if (from !== undefined) {
    const [first, last] = [Date.parse(from), Date.parse(to ?? today)];
    if (!(last >= first)) return null;
    return { from: textOf(first - (last - first) - DAY_MS), to: textOf(first - DAY_MS) };
  }
  const now = new Date(`${today}T00:00:00Z`);
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const quarter = month - (month % 3);
  const whole = (first: number, next: number): Days => ({ from: textOf(first), to: textOf(next - DAY_MS) });
  switch (period) {
    case 'ytd':
      return { from: textOf(startOf(year - 1, 0)), to: textOf(sameDay(year - 1, month, day)) };
    case 'mtd':
      return { from: textOf(startOf(year, month - 1)), to: textOf(sameDay(year, month - 1, day)) };
    case 'qtd':
      return { from: textOf(startOf(year, quarter - 3)), to: textOf(sameDay(year, month - 3, day)) };
    case 'last_month':
      return whole(startOf(year, month - 2), startOf(year, month - 1));
    case 'last_quarter':
      return whole(startOf(year, quarter - 6), startOf(year, quarter - 3));
    case 'last_year':
      return whole(startOf(year - 2, 0), startOf(year - 1, 0));
    default:
      return null;
  }
}
