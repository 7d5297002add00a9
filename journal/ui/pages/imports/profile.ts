// A mapping of columns as the form has it, turned into what the service keeps.
import { type FormValues, listOf } from '../../components/form-values.ts';

/** What a row of trades needs first, then what it may have. */
export const columnFields = [
  ['time', 'Date, or date and time'],
  ['symbol', 'Instrument'],
  ['side', 'Buy or sell'],
  ['quantity', 'Quantity'],
  ['price', 'Price'],
  ['clock', 'Time of day (own column)'],
  ['commission', 'Commission'],
  ['fees', 'Other fees'],
  ['account', 'Account'],
  ['currency', 'Currency'],
  ['exec_id', 'Execution id'],
  ['amount', 'Net amount'],
  ['multiplier', 'Multiplier'],
] as const;

const formatFields = ['decimal_mark', 'date_order', 'time_zone', 'currency', 'signed_quantity'] as const;

/** The name of a column's field, as the service names it when it has something against it. */
export const columnName = (field: string): string => `columns.${field}`;

export function chosenColumns(
  values: FormValues,
  fields: readonly (readonly [field: string, label: string])[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields.flatMap(([field]) => {
      const column = values[columnName(field)];
      return column === undefined ? [] : [[field, column]];
    }),
  );
}

export const keepFields = (values: FormValues, names: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));

export function profileOf(values: FormValues): Readonly<Record<string, unknown>> {
  const sideNames = { buy: listOf(values['buy']), sell: listOf(values['sell']) };
  return {
    columns: chosenColumns(values, columnFields),
    ...(sideNames.buy.length + sideNames.sell.length > 0 && { side_words: sideNames }),
    ...keepFields(values, formatFields),
  };
}
