interface ColumnMap {
  readonly columns: Readonly<Partial<Record<string, string>>>;
}

const widthOf = ({ columns }: ColumnMap) => Object.keys(columns).length;

/** Of the mappings whose columns are all in a table, the one that names most of them. */
export function fitting<P extends ColumnMap>(headings: readonly string[], profiles: readonly P[]): P | undefined {
  const known = new Set(headings);
  return profiles
    .filter(({ columns }) => Object.values(columns).every((column) => column !== undefined && known.has(column)))
    .toSorted((a, b) => widthOf(b) - widthOf(a))[0];
}
