/** Where the app shows what an answer shows: the page, and the same filter in its address. Never with a ticket. */

type Fields = Readonly<Record<string, unknown>>;

/** The page of an answer, as a path with its filter; null where no page can say what was asked. */
export type ShownAt = (input: Fields, data: Fields) => string | null;

/** Longer ones are left out: a link with less of the filter would show other figures. */
const LONGEST = 200;

/** What tools call the fields of the filter -> what the app's address calls them. */
const FILTER: Readonly<Record<string, string>> = {
  account_id: 'account_ids',
  period: 'period',
  from: 'from',
  to: 'to',
  tags: 'tags',
  instrument: 'instrument',
  unit: 'unit',
  account_ids: 'account_ids',
  strategy: 'strategy',
  direction: 'direction',
  result: 'result',
  slice: 'slice',
};

/** What the app's address has no word for; a switch that is off is what the app shows. */
const BEYOND = ['underlying', 'currency', 'open_positions', 'follow_rolls'];

/** A page that reads the filter from its address. */
export function linkFiltered(path: string): ShownAt {
  return (input, data) => {
    if (BEYOND.some((field) => input[field] !== undefined && input[field] !== false)) return null;
    const search = new URLSearchParams();
    for (const [field, name] of Object.entries(FILTER)) {
      const value = input[field];
      if (typeof value === 'string' && value !== '') search.set(name, value);
    }
    // What a question without a period is over stands in the answer; the app's own default is another.
    const isOpen = !['period', 'from', 'to'].some((name) => search.has(name));
    if (isOpen && typeof data.period === 'string' && /^[\w-]+$/.test(data.period)) search.set('period', data.period);
    const text = search.toString();
    return text === '' ? path : `${path}?${text}`;
  };
}

/** The list of trades shows open and closed ones together; of one kind alone it has no page. */
export const roundTrips: ShownAt = (input, data) =>
  input.status === undefined || input.status === 'all' ? linkFiltered('/trades')(input, data) : null;

/** Executions stand in their trades, which are found by account, instrument and text, not by the time of a fill. */
export const executions: ShownAt = ({ account_id, instrument, search, ...others }) => {
  if (['action', 'asset_class', 'from', 'to'].some((name) => others[name] !== undefined)) return null;
  const path = linkFiltered('/trades')({ account_id, instrument, period: 'all' }, {}) ?? '/trades';
  return typeof search === 'string' && search !== '' ? `${path}&search=${encodeURIComponent(search)}` : path;
};

/** The page of one trade, by an argument that names one of its executions. */
export function tradeNamed(field: string): ShownAt {
  return (input) => {
    const id = input[field];
    return typeof id === 'string' && id !== '' ? `/trades/${encodeURIComponent(id)}` : null;
  };
}

/** The page of a tax year: the one asked for, or the one answered for. */
export const taxYear: ShownAt = (input, data) => {
  const year = input.tax_year ?? data.tax_year ?? yearOf(input.date_range_end) ?? yearOf(data.computed_at);
  return typeof year === 'number' || typeof year === 'string' ? `/tax/${year}` : null;
};

const yearOf = (day: unknown): string | undefined => (typeof day === 'string' ? day.slice(0, 4) : undefined);

/** A page without a filter. */
export const onPage =
  (path: string): ShownAt =>
  () =>
    path;

/** The address of what an answer shows, if a page shows it and the address stays short. */
export function linkTo(page: string, shownAt: ShownAt | undefined, input: unknown, data: unknown): string | undefined {
  const path = shownAt?.(input as Fields, (typeof data === 'object' && data !== null ? data : {}) as Fields) ?? null;
  if (path === null) return undefined;
  const { href, origin } = new URL(path, page);
  return href.length <= LONGEST && origin === new URL(page).origin ? href : undefined;
}
