// A mapping of columns as the form has it, turned into what the service keeps.
import { type Given, listOf } from '../../parts/given.ts';

/** What a row of trades needs first, then what it may have. */
export const columnFields = [
  ['time', 'Date, or date and time'],
  ['symbol', 'Instrument'],
  ['side', 'Buy or sell'],
  ['quantity', 'Quantity'],
  ['price', 'Price'],
  ['clock', 'Time of day, where it has a column of its own'],
  ['commission', 'Commission'],
  ['fees', 'Other fees'],
  ['account', 'Account'],
  ['currency', 'Currency'],
  ['exec_id', 'Id of the execution'],
  ['amount', 'Amount of money'],
  ['multiplier', 'Multiplier'],
] as const;

const kept = ['decimal_mark', 'date_order', 'time_zone', 'currency', 'signed_quantity'] as const;

export function profileOf(given: Given): Readonly<Record<string, unknown>> {
  const columns = Object.fromEntries(
    columnFields.flatMap(([field]) => {
      const column = given[`column ${field}`];
      return column === undefined ? [] : [[field, column]];
    }),
  );
  const words = { buy: listOf(given['buy']), sell: listOf(given['sell']) };
  return {
    columns,
    ...(words.buy.length + words.sell.length > 0 && { side_words: words }),
    ...Object.fromEntries(kept.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]))),
  };
}
