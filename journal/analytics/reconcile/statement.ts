// What imports stored of statements, as they stated it: one statement is what one run stated of one account.
import type { ClientOutput, contract } from '@zorivest/contract';
import { EVERY_POSITION } from '@zorivest/vocabulary';
import type { Db } from '@zorivest/store';
import type { StatedFigureRow } from './tables.ts';

type StatedAnswer = ClientOutput<typeof contract.imports.stated>;
type WithoutAccount<T> = Omit<T, 'account_id'>;
export type StatedPosition = WithoutAccount<StatedAnswer['positions'][number]>;
export type StatedCash = WithoutAccount<StatedAnswer['cash'][number]>;
export type StatedFigure = WithoutAccount<StatedAnswer['figures'][number]>;
export type Contradiction = WithoutAccount<StatedAnswer['contradictions'][number]>;

export interface Statement {
  readonly run_id: string;
  readonly account_id: string;
  /** The evening it is of. */
  readonly date: string;
  /** Who wrote it, for a person. */
  readonly source: string;
  /** Of a broker that was asked; else of a file. */
  readonly isSync: boolean;
  /** Its positions are all there are, be it none. */
  readonly isWhole: boolean;
  readonly positions: readonly StatedPosition[];
  readonly cash: readonly StatedCash[];
  readonly figures: readonly StatedFigure[];
  readonly contradictions: readonly Contradiction[];
}

/** A broker that is asked every day states what is held every day: this many of its last days are looked at. */
const LAST_SYNCS = 31;

/** From when on the syncs of each broker are looked at; brokers with few of them are not named. */
async function beginningsOfSyncs(db: Db): Promise<{ readonly source: string; readonly from: string }[]> {
  const runs = await db
    .selectFrom('import_runs')
    .select(['source', 'started_at'])
    .where('kind', '=', 'sync')
    .where((eb) =>
      eb.exists(
        eb.selectFrom('stated_figures').select('place').whereRef('stated_figures.run_id', '=', 'import_runs.run_id'),
      ),
    )
    .orderBy('started_at', 'desc')
    .execute();
  return [...Map.groupBy(runs, ({ source }) => source)].flatMap(([source, own]) => {
    const from = own[LAST_SYNCS - 1]?.started_at;
    return from === undefined ? [] : [{ source, from }];
  });
}

/** Every statement of the book, the earliest first. */
export async function listStatements(db: Db): Promise<Statement[]> {
  const beginnings = await beginningsOfSyncs(db);
  const rows = await db
    .selectFrom('stated_figures')
    .innerJoin('import_runs', 'import_runs.run_id', 'stated_figures.run_id')
    .select(['stated_figures.run_id', 'stated_figures.account_id', 'stated_figures.kind', 'stated_figures.said'])
    .select(['import_runs.source', 'import_runs.started_at', 'import_runs.kind as run_kind'])
    .where('import_runs.undone_at', 'is', null)
    .where((eb) =>
      eb.and(
        beginnings.map(({ source, from }) =>
          eb.or([
            eb('import_runs.kind', '!=', 'sync'),
            eb('import_runs.source', '!=', source),
            eb('import_runs.started_at', '>=', from),
          ]),
        ),
      ),
    )
    .orderBy('import_runs.started_at')
    .orderBy('stated_figures.run_id')
    .orderBy('stated_figures.place')
    .execute();
  const statements = [...Map.groupBy(rows, ({ run_id, account_id }) => `${run_id}\n${account_id}`).values()].map(
    (own) => {
      const [first] = own;
      if (first === undefined) throw new Error('a group has a row');
      // Written by the import, of these very fields.
      const all = <T>(wanted: (kind: StatedFigureRow['kind']) => boolean): T[] =>
        own.filter(({ kind }) => wanted(kind)).map(({ said }) => JSON.parse(said) as T);
      const positions = all<StatedPosition>((kind) => kind === 'position');
      const cash = all<StatedCash>((kind) => kind === 'cash');
      const figures = all<StatedFigure>((kind) => !NO_FIGURE.has(kind));
      return {
        run_id: first.run_id,
        account_id: first.account_id,
        date: lastDay([...positions, ...cash]) ?? lastDay(figures) ?? first.started_at.slice(0, 10),
        source: first.source,
        isSync: first.run_kind === 'sync',
        isWhole: figures.some(({ subject }) => subject === EVERY_POSITION),
        positions,
        cash,
        figures,
        contradictions: all<Contradiction>((kind) => kind === 'contradiction'),
      };
    },
  );
  return statements.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

const NO_FIGURE = new Set(['position', 'cash', 'contradiction']);

function lastDay(list: readonly { readonly date?: string | undefined }[]): string | null {
  return list.reduce<string | null>(
    (last, { date }) => (date !== undefined && (last === null || date > last) ? date : last),
    null,
  );
}
