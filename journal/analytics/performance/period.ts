import { DAY_MS, dayNumber } from '@zorivest/domain';

/** Days since 1970, both inclusive; infinite where there is no bound. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What `ytd`, `today`, `90d`, `last_week`, `2026`, `2026-Q3` or `2026-03` mean on a day. The contract has checked the spelling. */
export function spanOf(period: string, today: number): Span {
  const date = new Date(today * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  // 1970-01-01 was a Thursday; weeks begin on Monday.
  const monday = today - ((((today + 3) % 7) + 7) % 7);
  switch (period) {
    case 'all':
      return { from: -Infinity, to: Infinity };
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: today - 1, to: today - 1 };
    case 'ytd':
    case 'this_year':
      return { from: firstOf(year, 0), to: today };
    case 'qtd':
    case 'this_quarter':
      return { from: firstOf(year, month - (month % 3)), to: today };
    case 'mtd':
    case 'this_month':
      return { from: firstOf(year, month), to: today };
    case 'wtd':
    case 'this_week':
      return { from: monday, to: today };
    case '1y':
      return { from: Date.UTC(year - 1, month, date.getUTCDate()) / DAY_MS, to: today };
    case 'last_week':
      return { from: monday - 7, to: monday - 1 };
    case 'last_month':
      return months(year, month - 1, 1);
    case 'last_quarter':
      return months(year, month - (month % 3) - 3, 3);
    case 'last_year':
      return months(year - 1, 0, 12);
    default:
      return spanNamed(period, today);
  }
}

function spanNamed(period: string, today: number): Span {
  const days = /^(\d+)d$/.exec(period)?.[1];
  if (days !== undefined) return { from: today - Number(days) + 1, to: today };
  const [year = '', part] = period.split('-');
  if (part === undefined) return months(Number(year), 0, 12);
  return part.startsWith('Q')
    ? months(Number(year), (Number(part.slice(1)) - 1) * 3, 3)
    : months(Number(year), Number(part) - 1, 1);
}

/** `count` whole months; a month before January or after December belongs to the year before or after. */
function months(year: number, month: number, count: number): Span {
  return { from: firstOf(year, month), to: firstOf(year, month + count) - 1 };
}

function firstOf(year: number, month: number): number {
  const years = Math.floor(month / 12);
  return dayNumber(year + years, month - years * 12 + 1, 1);
}

/** What both allow. */
export function overlap(a: Span, b: Span): Span {
  return { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) };
}
