// What a statement says the account is worth and has returned.
import { instrumentFacts } from '@zorivest/domain';
import { type BookSide, type Check, check, round, rowOf, show } from './check.ts';
import type { StatedFigure, Statement } from './statement.ts';

/** What the account is worth by the book's quantities and cash at the statement's own marks; in one currency only. */
export function valueCheck(statement: Statement, book: BookSide): Check[] {
  const { figures, positions, date } = statement;
  const nav = figures.findLast(
    ({ kind, subject, date: of }) =>
      kind === 'nav' && (subject === 'total' || subject === 'account') && (of ?? date) === date,
  );
  const stated = nav?.amounts['total'] ?? nav?.amounts['current'];
  if (nav === undefined || stated === undefined) return [];
  const currency = nav.currency ?? positions[0]?.currency;
  const own = book.cash(currency ?? '', date);
  if (currency === undefined || own === null) return [];
  const marks = new Map(positions.map((one) => [book.nameOf(one.instrument, one.isin, date), one]));
  let value = own;
  for (const [instrument, quantity] of book.held(date)) {
    const mark = marks.get(instrument);
    if (mark?.price === undefined || (mark.currency ?? currency) !== currency) return [];
    if (/^fut/i.test(mark.kind ?? '')) return [];
    value += quantity * mark.price * (mark.multiplier ?? instrumentFacts(instrument).multiplier);
  }
  if (positions.some((one) => (one.currency ?? currency) !== currency)) return [];
  const accrued = accruals(figures, nav);
  return [
    check(
      'nav',
      currency,
      { stated, book: value, within: 0.02 + 0.01 * positions.length, rows: rowOf(nav.row) },
      (difference) => {
        if (accrued !== 0 && Math.abs(difference - accrued) <= 0.02 + 0.01 * positions.length)
          return { cause: `Interest and dividends of ${show(accrued)} are accrued and not paid yet.`, explained: true };
        return {
          cause: `At the statement's prices the book's positions and cash come to ${show(round(value))} ${currency}: what differs is in the lines above.`,
        };
      },
    ),
  ];
}

function accruals(figures: readonly StatedFigure[], nav: StatedFigure): number {
  const inside = Object.entries(nav.amounts).reduce(
    (sum, [name, part]) => (name.endsWith('accruals') ? sum + part : sum),
    0,
  );
  const lines = figures.filter(({ kind, subject }) => kind === 'nav' && /accrual/i.test(subject));
  return round(inside + lines.reduce((sum, { amounts }) => sum + (amounts['current'] ?? 0), 0));
}

/** What the book returned over the same days, by each convention of when flows count; reasons where it has none. */
export interface OwnReturn {
  readonly rates: readonly {
    readonly timing: string;
    readonly percent: number | null;
    readonly reason: string | null;
  }[];
}

export interface Stretch {
  readonly from: string;
  readonly to: string;
}

/** The stretch a statement states a return of; null where it states none. */
export function returnStretch({ figures, date }: Statement): Stretch | null {
  const stated = figures.find(({ kind, amounts }) => kind === 'twr' && amounts['percent'] !== undefined);
  return stated?.from === undefined ? null : { from: stated.from, to: stated.date ?? date };
}

/** Brokers say when flows count by their own rules: theirs is ours where any of ours comes to it. */
export function returnCheck({ figures }: Statement, own: OwnReturn | null): Check[] {
  const figure = figures.find(({ kind, amounts }) => kind === 'twr' && amounts['percent'] !== undefined);
  const stated = figure?.amounts['percent'];
  const usual = own?.rates[0];
  if (figure === undefined || stated === undefined || own === null || usual === undefined) return [];
  const within = 0.0101;
  return [
    check('twr', 'percent', { stated, book: usual.percent, within, rows: rowOf(figure.row) }, () => {
      if (usual.percent === null)
        return {
          cause: `The book has no return of these days to hold it against: ${usual.reason ?? 'a value is missing.'}`,
          act: 'zorivest price import brings the prices of the days between.',
          explained: true,
        };
      const other = own.rates.find(({ percent }) => percent !== null && Math.abs(percent - stated) <= within);
      if (other !== undefined)
        return {
          cause: `Flows count at another time of their day: by ${other.timing} the book has the same return.`,
          explained: true,
        };
      return {
        cause: `The book returned ${show(Number(usual.percent.toFixed(6)))} % on the same days: a price, a flow or a fee of one of them differs.`,
        act: `zorivest worth --from ${figure.from ?? ''} --to ${figure.date ?? ''} shows the bridge of the book.`,
      };
    }),
  ];
}
