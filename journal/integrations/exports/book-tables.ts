// The tables of a book as they leave it, worked out from what concepts say of them and from the database itself.
import { type Concept, type Db, type Leaving, tableColumns } from '@zorivest/store';

export interface LeavingColumn {
  readonly name: string;
  /** Whole and broken numbers are written as such; anything else is text. */
  readonly isNumber: boolean;
  /** It may not be nothing. */
  readonly isRequired: boolean;
}

export interface LeavingTable {
  readonly name: string;
  /** In the order of the table, without files and what stays. */
  readonly columns: readonly LeavingColumn[];
  readonly sortedBy: readonly string[];
  /** What it is sorted by is its key: no two rows have the same, and none of it is nothing. */
  readonly isKeyed: boolean;
  /** Columns of bytes and the folder their files are in. */
  readonly files: readonly { readonly column: string; readonly folder: string }[];
  readonly leftOut: readonly {
    readonly column: string;
    readonly why: string;
    readonly arrives: string | number | null;
    readonly again?: string | undefined;
  }[];
  readonly withoutRows: { readonly column: string; readonly values: readonly string[]; readonly why: string } | null;
  readonly isReplaced: boolean;
  readonly isForReading: boolean;
  /** Where it is called otherwise than the table. */
  readonly member: string;
}

/** A table that stays, and why. */
export interface StayingTable {
  readonly name: string;
  readonly why: string;
}

export interface BookTables {
  readonly leaving: readonly LeavingTable[];
  readonly staying: readonly StayingTable[];
}

export async function bookTables(db: Db, declared: Concept['leaving']): Promise<BookTables> {
  const leaving: LeavingTable[] = [];
  const staying: StayingTable[] = [];
  for (const [name, declaration] of Object.entries(declared).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { without = {}, files = {}, withoutRows, replaced, stays, forReading } = wordsOf(declaration);
    if (stays !== undefined) {
      staying.push({ name, why: stays });
      continue;
    }
    const all = await tableColumns(db, name);
    // A book that has not taken every step has not every table, nor every column of one.
    if (all.length === 0) continue;
    const has = (column: string) => all.some((one) => one.name === column);
    const columns = all.filter((column) => !Object.hasOwn(without, column.name) && !Object.hasOwn(files, column.name));
    const key = all.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
    leaving.push({
      name,
      columns: columns.map((column) => ({
        name: column.name,
        isNumber: /^(integer|real)$/i.test(column.type),
        isRequired: column.notnull === 1,
      })),
      sortedBy: (key.length > 0 ? key : columns).map((column) => column.name),
      isKeyed: key.length > 0,
      files: Object.entries(files).flatMap(([column, folder]) => (has(column) ? [{ column, folder }] : [])),
      leftOut: Object.entries(without).flatMap(([column, { why, arrives, again }]) =>
        has(column) ? [{ column, why, arrives, again }] : [],
      ),
      withoutRows: withoutRows ?? null,
      isReplaced: replaced ?? false,
      isForReading: forReading !== undefined,
      member: forReading === undefined ? `${name}.csv` : `${name.replace(/_log$/, '')}.csv`,
    });
  }
  return { leaving, staying };
}

type Words = Partial<{
  readonly stays: string;
  readonly forReading: string;
  readonly without: Readonly<Record<string, Omit<LeavingTable['leftOut'][number], 'column'>>>;
  readonly files: Readonly<Record<string, string>>;
  readonly withoutRows: NonNullable<LeavingTable['withoutRows']>;
  readonly replaced: boolean;
}>;

/** The declaration of a table as one set of fields, each used once. */
function wordsOf(declaration: Leaving): Words {
  return declaration === 'every column' ? {} : (declaration as Words);
}
