// Where a statement says two things of one figure: its parts do not come to its total, its rows not to its ending
// balance. Reported as it is, for only its broker can say which of the two holds.
import type {
  CashRow,
  Contradiction,
  Execution,
  StatedCash,
  StatedFigure,
  StatedPosition,
  StatementEvent,
} from './model.ts';

interface Sum {
  total: number;
  rows: number;
}

const keyOf = (account: string | undefined, subject: string): string => `${account ?? ''}\n${subject}`;

/** What the rows of a file come to, by account. */
export class OwnRows {
  readonly cash = new Map<string, Sum>();
  readonly quantities = new Map<string, Sum>();
  readonly realised = new Map<string, Sum & { currency: string }>();
  /** Accounts with rows whose money cannot be derived from them: futures are settled daily. */
  readonly untold = new Set<string>();
  /** Instruments that an event changed. */
  readonly changed = new Set<string>();

  add(row: { readonly execution: Execution } | { readonly cash: CashRow } | { readonly event: StatementEvent }): void {
    if ('execution' in row) this.#fill(row.execution);
    else if ('cash' in row) this.#money(row.cash);
    else this.#event(row.event);
  }

  /** Its sums are not what the file comes to. */
  isLost = false;

  lose(): void {
    this.isLost = true;
  }

  #fill({
    account,
    instrument,
    action,
    quantity,
    price,
    multiplier,
    commission,
    currency = '',
    asset_class,
    stated,
  }: Execution): void {
    const sign = action === 'BOT' ? 1 : -1;
    add(this.quantities, keyOf(account, instrument), sign * quantity);
    if (asset_class === 'FUTURE') this.untold.add(account ?? '');
    else if (asset_class === 'FOREX') {
      const bought = /^([A-Z]{3})[./]?[A-Z]{3}$/.exec(instrument)?.[1];
      if (bought === undefined) this.untold.add(account ?? '');
      else add(this.cash, keyOf(account, bought), sign * quantity);
    }
    const paid = asset_class === 'FUTURE' ? 0 : Math.abs(stated?.amount ?? quantity * price * multiplier);
    add(this.cash, keyOf(account, currency), -sign * paid - commission);
    if (stated?.realized_pnl === undefined) return;
    const key = keyOf(account, instrument);
    const known = this.realised.get(key) ?? { total: 0, rows: 0, currency };
    known.total += stated.realized_pnl;
    known.rows++;
    if (known.currency !== currency) known.currency = '';
    this.realised.set(key, known);
  }

  #money({ account, currency, amount }: CashRow): void {
    add(this.cash, keyOf(account, currency), amount);
  }

  #event(event: StatementEvent): void {
    if (event.kind === 'transfer') add(this.quantities, keyOf(event.account, event.instrument), event.quantity);
    else {
      this.changed.add(keyOf(event.account, event.instrument));
      if ('new_instrument' in event) this.changed.add(keyOf(event.account, event.new_instrument));
    }
  }
}

function add(sums: Map<string, Sum>, key: string, amount: number): void {
  const known = sums.get(key);
  if (known === undefined) sums.set(key, { total: amount, rows: 1 });
  else {
    known.total += amount;
    known.rows++;
  }
}

interface StatedFigures {
  readonly positions: readonly StatedPosition[];
  readonly cash: readonly StatedCash[];
  readonly figures: readonly StatedFigure[];
}

/** Half a cent for each figure that went into a sum, since each was rounded. */
const room = (parts: number): number => 0.0051 * (parts + 1);

export function findContradictions(statement: StatedFigures, followed: OwnRows | null): Contradiction[] {
  const rows = followed?.isLost === true ? null : followed;
  return [
    ...statement.cash.flatMap((cash) => inCash(cash, rows)),
    ...statement.positions.flatMap((position) => inPosition(position, rows)),
    ...statement.figures.flatMap((figure) => inFigure(figure)),
    ...inTotals(statement.figures),
    ...(rows === null ? [] : inRows(statement, rows)),
    ...betweenNavAndPositions(statement),
  ];
}

interface Comparison {
  readonly subject: string;
  readonly stated: number;
  readonly own: number;
  readonly within: number;
  readonly reason: string;
}

function differ(of: Partial<StatedPosition>, { subject, stated, own, within, reason }: Comparison): Contradiction[] {
  // Figures of billions lose their last cents in a double.
  if (Math.abs(stated - own) <= within + Math.abs(stated) * 1e-9) return [];
  const { currency, date, account, row } = of;
  return [
    {
      subject,
      stated,
      own: roundSum(own),
      reason,
      ...(currency === undefined ? {} : { currency }),
      ...(date === undefined ? {} : { date }),
      ...(account === undefined ? {} : { account }),
      ...(row === undefined ? {} : { row }),
    },
  ];
}

/** Sums of doubles end in dust. */
const roundSum = (value: number): number => Number(value.toFixed(8));

function inCash(cash: StatedCash, rows: OwnRows | null): Contradiction[] {
  const { opening, amount, currency, moved, account, in_base } = cash;
  if (opening === undefined) return [];
  const parts = Object.values(moved ?? {});
  const name = `cash ${currency}${in_base === true ? ' (all currencies)' : ''}`;
  const own = opening + parts.reduce((sum, part) => sum + part, 0);
  const inside =
    parts.length === 0
      ? []
      : differ(cash, {
          subject: name,
          stated: amount,
          own,
          within: room(parts.length),
          reason: `The cash report begins with ${opening} ${currency}, its lines come to ${roundSum(own - opening)}, and it ends with ${amount}.`,
        });
  if (inside.length > 0 || in_base === true || rows === null || rows.untold.has(account ?? '')) return inside;
  const sum = rows.cash.get(keyOf(account, currency));
  if (sum === undefined) return [];
  return differ(cash, {
    subject: name,
    stated: amount,
    own: opening + sum.total,
    within: room(sum.rows),
    reason: `The statement begins with ${opening} ${currency}, its ${sum.rows} rows come to ${roundSum(sum.total)}, and it says it ends with ${amount}.`,
  });
}

/** Prices are rounded to the digits they are shown with: half of the last one for each share. */
function shownDigits(price: number): number {
  const text = String(price);
  const point = text.indexOf('.');
  return point === -1 || text.includes('e') ? 2 : Math.max(2, text.length - point - 1);
}

function inPosition(position: StatedPosition, rows: OwnRows | null): Contradiction[] {
  const { instrument, quantity, price, value, cost, unrealised, multiplier, prior_quantity, account } = position;
  const found: Contradiction[] = [];
  if (price !== undefined && value !== undefined && multiplier !== undefined && quantity !== 0) {
    const own = quantity * price * multiplier;
    const within = Math.abs(quantity * multiplier) * 0.51 * 10 ** -shownDigits(price) + 0.01;
    found.push(
      ...differ(position, {
        subject: `value of ${instrument}`,
        stated: value,
        own,
        within,
        reason: `${quantity} × ${price}${multiplier === 1 ? '' : ` × ${multiplier}`} is ${roundSum(own)}, and the statement values the position at ${value}.`,
      }),
    );
  }
  if (value !== undefined && cost !== undefined && unrealised !== undefined)
    found.push(
      ...differ(position, {
        subject: `unrealised of ${instrument}`,
        stated: unrealised,
        own: value - cost,
        within: 0.021,
        reason: `The value of ${value} less the cost of ${cost} is ${roundSum(value - cost)}, and the statement says ${unrealised} unrealised.`,
      }),
    );
  const key = keyOf(account, instrument);
  if (prior_quantity !== undefined && rows !== null && !rows.changed.has(key) && rows.quantities.size > 0) {
    const sum = rows.quantities.get(key) ?? { total: 0, rows: 0 };
    found.push(
      ...differ(position, {
        subject: `quantity of ${instrument}`,
        stated: quantity,
        own: prior_quantity + sum.total,
        within: 1e-6,
        reason: `The statement begins with ${prior_quantity} ${instrument}, its ${sum.rows} trades come to ${roundSum(sum.total)}, and it ends with ${quantity}.`,
      }),
    );
  }
  return found;
}

function inFigure(figure: StatedFigure): Contradiction[] {
  const { kind, subject, amounts } = figure;
  if (kind === 'change') return inChange(figure);
  if (kind === 'nav') return inNav(figure);
  const { proceeds, cost, realised, disallowed = 0 } = amounts;
  if (kind === 'realised' && proceeds !== undefined && cost !== undefined && realised !== undefined)
    return differ(figure, {
      subject: `realised of ${subject || 'all'}`,
      stated: realised,
      // Whether a disallowed loss is inside is each broker's own way.
      own:
        Math.abs(proceeds - cost - realised) > 0.02 && disallowed !== 0
          ? proceeds - cost + disallowed
          : proceeds - cost,
      within: 0.021,
      reason: `Proceeds of ${proceeds} less the cost of ${cost} are ${roundSum(proceeds - cost)}, and the statement says ${realised}.`,
    });
  return [];
}

const ENDS = new Set(['starting_value', 'ending_value', 'twr']);
/** The result stated once more, in its two parts. */
const APART = new Set(['realized', 'change_in_unrealized', 'realised', 'change_in_unrealised']);

function inChange(figure: StatedFigure): Contradiction[] {
  const { starting_value, ending_value } = figure.amounts;
  if (starting_value === undefined || ending_value === undefined) return [];
  const parts = Object.entries(figure.amounts).filter(([name]) => !ENDS.has(name));
  const mtm = parts.filter(([name]) => /^(?:mtm|mark_to_market)/.test(name));
  const apart = parts.filter(([name]) => APART.has(name));
  const others = parts.filter(([name]) => !APART.has(name) && !/^(?:mtm|mark_to_market)/.test(name));
  if (mtm.length + apart.length + others.length === 0) return [];
  const sum = (list: readonly (readonly [string, number])[]) => list.reduce((total, [, part]) => total + part, 0);
  // With both, the result is stated twice; which of the two a statement is by, its ending value shows.
  const ways = mtm.length > 0 && apart.length > 0 ? [mtm, apart] : [[...mtm, ...apart]];
  const sums = ways.map((way) => starting_value + sum(way) + sum(others));
  const own = sums.reduce((best, one) => (Math.abs(one - ending_value) < Math.abs(best - ending_value) ? one : best));
  return differ(figure, {
    subject: 'change of the account’s value',
    stated: ending_value,
    own,
    within: room(parts.length),
    reason: `The account begins with ${starting_value}, the lines of its change come to ${roundSum(own - starting_value)}, and it ends with ${ending_value}.`,
  });
}

function inNav(figure: StatedFigure): Contradiction[] {
  const { subject, amounts } = figure;
  const { prior, current, change, long, short, total } = amounts;
  const found: Contradiction[] = [];
  if (prior !== undefined && current !== undefined && change !== undefined)
    found.push(
      ...differ(figure, {
        subject: `value: ${subject}`,
        stated: current,
        own: prior + change,
        within: 0.021,
        reason: `${subject}: ${prior} before and a change of ${change} are ${roundSum(prior + change)}, and the statement says ${current}.`,
      }),
    );
  if (long !== undefined && short !== undefined && current !== undefined)
    found.push(
      ...differ(figure, {
        subject: `value: ${subject}`,
        stated: current,
        own: long + short,
        within: 0.021,
        reason: `${subject}: ${long} long and ${short} short are ${roundSum(long + short)}, and the statement says ${current}.`,
      }),
    );
  if (total !== undefined) {
    const parts = Object.entries(amounts).filter(
      ([name]) => name !== 'total' && !/_(?:long|short)$|component|^slb_/.test(name),
    );
    const own = parts.reduce((sum, [, part]) => sum + part, 0);
    if (parts.length > 1)
      found.push(
        ...differ(figure, {
          subject: 'value of the account',
          stated: total,
          own,
          within: room(parts.length),
          reason: `The parts of the account's value come to ${roundSum(own)}, and the statement says ${total}.`,
        }),
      );
  }
  return found;
}

/** Totals against the rows they stand under: a total has the subject `total`. */
function inTotals(figures: readonly StatedFigure[]): Contradiction[] {
  const found: Contradiction[] = [];
  const groups = Map.groupBy(
    figures,
    ({ kind, account, currency, date }) =>
      `${kind}\n${account ?? ''}\n${kind === 'realised' ? '' : (currency ?? '')}\n${kind === 'nav' ? (date ?? '') : ''}`,
  );
  for (const group of groups.values()) {
    const totals = group.filter(({ subject }) => subject === 'total');
    const parts = group.filter(({ subject }) => subject !== 'total');
    const [total, ...others] = totals;
    if (total === undefined || others.length > 0 || parts.length === 0) continue;
    for (const [name, stated] of Object.entries(total.amounts)) {
      if (/percent|price|quantity/.test(name)) continue;
      const own = parts.flatMap(({ amounts }) => amounts[name] ?? []);
      if (own.length === 0) continue;
      const sum = own.reduce((all, one) => all + one, 0);
      found.push(
        ...differ(total, {
          subject: `total ${name.replaceAll('_', ' ')} (${total.kind})`,
          stated,
          own: sum,
          within: room(own.length),
          reason: `The ${own.length} lines above it come to ${roundSum(sum)}, and the statement's total is ${stated}.`,
        }),
      );
    }
  }
  return found;
}

function inRows({ figures }: StatedFigures, rows: OwnRows): Contradiction[] {
  return figures.flatMap((figure) => {
    const { kind, subject, account, currency, amounts } = figure;
    if (kind === 'realised' && amounts['realised'] !== undefined) {
      const sum = rows.realised.get(keyOf(account, subject));
      // A summary is in the account's currency; a trade of another has no result there.
      if (sum === undefined || sum.currency !== currency) return [];
      return differ(figure, {
        subject: `realised of ${subject}`,
        stated: amounts['realised'],
        own: sum.total,
        within: room(sum.rows),
        reason: `The ${sum.rows} trades of ${subject} state ${roundSum(sum.total)} together, and the summary says ${amounts['realised']}.`,
      });
    }
    return [];
  });
}

/** The positions together against the line of the account's value that they make up; only of one currency. */
function betweenNavAndPositions({ positions, figures }: StatedFigures): Contradiction[] {
  const found: Contradiction[] = [];
  for (const [account, nav] of Map.groupBy(
    figures.filter(({ kind, subject }) => kind === 'nav' && /^stocks?$/i.test(subject)),
    ({ account }) => account,
  )) {
    const line = nav.at(-1);
    const own = positions.filter((one) => one.account === account && /^(?:stk|stocks?)$/i.test(one.kind ?? ''));
    const stated = line?.amounts['current'];
    if (line === undefined || stated === undefined || own.length === 0) continue;
    if (own.some(({ value, currency }) => value === undefined || currency !== (line.currency ?? own[0]?.currency)))
      continue;
    const sum = own.reduce((all, { value = 0 }) => all + value, 0);
    found.push(
      ...differ(line, {
        subject: `value: ${line.subject}`,
        stated,
        own: sum,
        within: room(own.length),
        reason: `The ${own.length} positions come to ${roundSum(sum)}, and the account's value says ${stated} in ${line.subject.toLowerCase()}.`,
      }),
    );
  }
  return found;
}
