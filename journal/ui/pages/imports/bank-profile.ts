// A mapping of a bank's columns as the form has it, turned into what the service keeps.
import type { FormValues } from '../../components/form-values.ts';
import { chosenColumns, keepFields } from './profile.ts';

/** What a movement of money needs first, then what it may have. */
export const bankColumnFields = [
  ['date', 'Day of the booking'],
  ['amount', 'Amount, in one column'],
  ['debit', 'Money out, where it has a column of its own'],
  ['credit', 'Money in, where it has a column of its own'],
  ['sign', 'Debit or credit, where the amount has no sign'],
  ['payee', 'From whom, to whom or what for'],
  ['memo', 'Further text'],
  ['balance', 'Balance after it'],
  ['currency', 'Currency'],
  ['account', 'Account'],
  ['id', 'Id of the booking'],
  ['value_date', 'Day of its value'],
  ['type', 'Kind of booking'],
  ['category', 'Category'],
  ['check_number', 'Number of a cheque'],
  ['pending', 'State: what is not booked yet is left out'],
] as const;

const formatFields = ['kind', 'invert_sign', 'decimal_mark', 'date_order', 'currency'] as const;

export const bankProfileOf = (values: FormValues): Readonly<Record<string, unknown>> => ({
  columns: chosenColumns(values, bankColumnFields),
  ...keepFields(values, formatFields),
});
