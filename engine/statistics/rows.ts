// Dated values as a statistic takes them: [date, value], in order; null or NaN where a value is missing.

/** A date as text (2024-01-31), or any other label of a row. */
export type Label = string | number;
export type DatedValue = readonly [Label, number | null];

/** One label and one number each, NaN where it is missing. */
export interface Rows {
  readonly labels: readonly Label[];
  readonly values: readonly number[];
}

const NO_ROWS: Rows = { labels: [], values: [] };

export function rowsOf(data: readonly DatedValue[] | readonly (number | null)[] | undefined): Rows {
  if (data === undefined) return NO_ROWS;
  const dated = data.map((entry, i): DatedValue => (isDated(entry) ? entry : [i, entry]));
  return { labels: dated.map(([label]) => label), values: dated.map(([, value]) => value ?? NaN) };
}

const isDated = (entry: DatedValue | number | null): entry is DatedValue => Array.isArray(entry);

export const present = (values: readonly number[]): readonly number[] => values.filter((value) => !Number.isNaN(value));

export const sliceRows = ({ labels, values }: Rows, from: number, to: number): Rows => ({
  labels: labels.slice(from, to),
  values: values.slice(from, to),
});

export interface Pairs {
  readonly left: Rows;
  readonly right: Rows;
}

/** The rows whose label both have, in the order of the first. */
export function pairByLabel(left: Rows, right: Rows): Pairs {
  const other = new Map(right.labels.map((label, i) => [label, right.values[i]]));
  const common = left.labels.flatMap((label, i) => (other.has(label) ? [i] : []));
  const labels = common.map((i) => left.labels[i]);
  return {
    left: { labels, values: common.map((i) => left.values[i]) },
    right: { labels, values: labels.map((label) => other.get(label) as number) },
  };
}

export function filterPairs({ left, right }: Pairs, keep: (left: number, right: number) => boolean): Pairs {
  const matching = left.values.flatMap((value, i) => (keep(value, right.values[i]) ? [i] : []));
  const pick = ({ labels, values }: Rows): Rows => ({
    labels: matching.map((i) => labels[i]),
    values: matching.map((i) => values[i]),
  });
  return { left: pick(left), right: pick(right) };
}
