// One question, one answer: every place that states a result of a period is asked the same, on the demo and on books made by
// chance, and all of them must say what a plain loop over the exits says, to the cent.
import { type Bench, openBench } from '../fixture-service.ts';
import { RATES, randomBook, recordBooks } from './books.ts';
import { type FilterQuery, filtersOf } from './filters.ts';
import { type Place, byRows, routes, tools } from './places.ts';
import { type ExpectedFigures, PlainLoop } from './plain-loop.ts';

export interface Row {
  readonly place: string;
  readonly stated: number;
  readonly disagreements: readonly string[];
}

export interface Agreement {
  readonly books: number;
  readonly filters: number;
  readonly rows: readonly Row[];
}

/** Counts what each place stated, and keeps what was not so. */
class Matrix {
  readonly #rows = new Map<string, { stated: number; disagreements: string[] }>();

  async ask(place: Place, asked: FilterQuery, expected: ExpectedFigures, book: string): Promise<void> {
    const row = this.#rows.get(place.name) ?? { stated: 0, disagreements: [] };
    this.#rows.set(place.name, row);
    for (const { what, got, want } of await place.ask(asked, expected)) {
      row.stated += 1;
      if (got !== want) row.disagreements.push(`${book}, ${asked.name}, ${what}: ${String(got)}, not ${want}`);
    }
  }

  /** So far: who waits for hours wants to know. */
  summary(): string {
    const rows = this.rows();
    const bad = rows.flatMap(({ place, disagreements }) => disagreements.map((one) => `${place}: ${one}`));
    const stated = rows.reduce((sum, row) => sum + row.stated, 0);
    return [`${stated} figures, ${bad.length} disagreements so far`, ...bad.slice(0, 5).map((one) => `  ${one}`)].join(
      '\n',
    );
  }

  rows(): Row[] {
    return [...this.#rows].map(([place, row]) => ({ place, ...row }));
  }
}

interface Options {
  readonly books: number;
  /** The first of them; 1 when absent. */
  readonly from?: number;
  /** Each book is asked one in this many of the filters, another part each; all of them when absent. */
  readonly share?: number;
  readonly demo: boolean;
  readonly tell?: (line: string) => void;
}

/** How many books one service serves. */
const TOGETHER = 25;

export async function agree({ books, from = 1, demo, share = 1, tell = () => undefined }: Options): Promise<Agreement> {
  const matrix = new Matrix();
  let filters = 0;
  if (demo) {
    tell('the demo');
    filters = await onBench((bench) => agreeOnDemo(bench, matrix));
    tell(matrix.summary());
  }
  for (let first = from; first < from + books; first += TOGETHER) {
    const seeds = Array.from({ length: Math.min(TOGETHER, from + books - first) }, (_, i) => first + i);
    tell(`books ${first} to ${first + seeds.length - 1}`);
    filters = await onBench((bench) => agreeOnBooks(bench, seeds, share, matrix));
    tell(matrix.summary());
  }
  return { books, filters, rows: matrix.rows() };
}

async function onBench(work: (bench: Bench) => Promise<number>): Promise<number> {
  const { fetch } = globalThis;
  globalThis.fetch = withoutCompression(fetch);
  const bench = await openBench();
  try {
    return await work(bench);
  } finally {
    await bench.close();
    globalThis.fetch = fetch;
  }
}

/** Packing and unpacking hundreds of thousands of answers within one machine would be a third of the work. */
function withoutCompression(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('accept-encoding', 'identity');
    return fetch(input, { ...init, headers });
  };
}

/** Its history ends on a fixed evening, so that a run can be repeated. */
const EVENING = '2026-10-30T22:00:00Z';

async function agreeOnDemo(bench: Bench, matrix: Matrix): Promise<number> {
  const { api } = bench;
  await api.demo.create({ body: { seed: 1, until: EVENING } });
  const accounts = await api.accounts.list();
  const { items: tags } = await api.tags.list();
  const { items } = await api.roundTrips.list({ query: { limit: 1 } });
  // As a client that shows pages: what they ask for is asked too.
  const assistant = await bench.connect('claude-code', { draws: true });
  const places = [...routes(api), ...tools(assistant)];
  const filters = filtersOf({
    accounts: accounts.map(({ account_id }) => account_id),
    instrument: items[0]?.instrument ?? '',
    underlying: items[0]?.underlying ?? '',
    tag: tags[0]?.tag ?? '',
  });
  for (const asked of filters) {
    const expected = await byRows(api, asked);
    await Promise.all(places.map((place) => matrix.ask(place, asked, expected, 'the demo')));
  }
  return filters.length;
}

async function agreeOnBooks(bench: Bench, seeds: readonly number[], share: number, matrix: Matrix): Promise<number> {
  const { api } = bench;
  await api.fx.put({ body: { rates: RATES } });
  const books = await recordBooks(api, seeds.map(randomBook));
  // As a client that shows pages: what they ask for is asked too.
  const assistant = await bench.connect('claude-code', { draws: true });
  const places = [...routes(api), ...tools(assistant)];
  let count = 0;
  for (const book of books) {
    const loop = new PlainLoop(book, RATES);
    const [first] = book.fills;
    const underlying = first?.instrument.split(' ')[0] ?? '';
    const filters = filtersOf({ accounts: book.accounts, instrument: first?.instrument ?? '', underlying, tag: 'gap' });
    count = filters.length;
    for (const [i, asked] of filters.entries()) {
      if ((i + book.seed) % share !== 0) continue;
      const expected = loop.expect(asked);
      await Promise.all(places.map((place) => matrix.ask(place, asked, expected, `book ${book.seed}`)));
    }
  }
  return count;
}

/** Of parts that were asked apart. */
export function together(parts: readonly Agreement[]): Agreement {
  const places = Map.groupBy(
    parts.flatMap(({ rows }) => rows),
    ({ place }) => place,
  );
  return {
    books: parts.reduce((sum, { books }) => sum + books, 0),
    filters: Math.max(...parts.map(({ filters }) => filters)),
    rows: [...places].map(([place, rows]) => ({
      place,
      stated: rows.reduce((sum, { stated }) => sum + stated, 0),
      disagreements: rows.flatMap(({ disagreements }) => disagreements),
    })),
  };
}

/** As a table, and what was not so below it. */
export function matrixText({ books, filters, rows }: Agreement): string {
  const width = Math.max(...rows.map(({ place }) => place.length));
  const bad = rows.flatMap(({ place, disagreements }) => disagreements.map((one) => `${place}: ${one}`));
  return [
    ...rows.map(
      ({ place, stated, disagreements }) =>
        `${place.padEnd(width)} ${String(stated).padStart(8)} stated ${String(disagreements.length).padStart(6)} disagree`,
    ),
    ...bad.slice(0, 50).map((line) => `  ${line}`),
    `${books} books, ${filters} filters: ${rows.reduce((sum, { stated }) => sum + stated, 0)} figures, ${bad.length} disagreements`,
  ].join('\n');
}
