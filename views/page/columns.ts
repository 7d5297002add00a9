// Columns of the usual kinds: what is shown is what they are sorted by.
import type { Column } from './table.ts';
import type { Stage } from './view.ts';

type Time = string | null | undefined;

/** A chat that is this narrow shows the name, the result and the time; the other columns are beneath the row. */
const NARROW = 480;

/** A day of a table: the short one where there is little room. */
export const dayText = ({ formats, width }: Pick<Stage, 'formats' | 'width'>): ((value: Time) => string) =>
  width < NARROW ? formats.brief : formats.day;

export const momentText = ({ formats, width }: Pick<Stage, 'formats' | 'width'>): ((value: Time) => string) =>
  width < NARROW ? formats.brief : formats.moment;

type Value = number | null | undefined;

export const textColumn = <Row>(
  name: string,
  of: (row: Row) => string,
  more: Pick<Column<Row>, 'wraps' | 'speaks' | 'beneath'> = {},
): Column<Row> => ({ name, text: of, sort: of, ...more });

export const numberColumn = <Row>(
  name: string,
  of: (row: Row) => Value,
  write: (value: Value) => string,
): Column<Row> => ({ name, text: (row) => write(of(row)), sort: of, align: 'right' });

/** A number whose sign is seen by its colour, too. */
export const gainColumn = <Row>(
  name: string,
  of: (row: Row) => Value,
  write: (value: Value) => string,
): Column<Row> => ({ ...numberColumn(name, of, write), sign: of });

/** Days and moments as the journal writes them: their text is in their order. */
export const dayColumn = <Row>(
  name: string,
  of: (row: Row) => string | null | undefined,
  write: (value: string | null | undefined) => string,
): Column<Row> => ({ name, text: (row) => write(of(row)), sort: of });
