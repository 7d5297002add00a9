// A mapping of a bank's columns as the form has it, turned into what the service keeps.
import type { FormValues } from '../../components/form-values.ts';
import { chosenColumns, keepFields } from './profile.ts';

/** What a movement of money needs first, then what it may have. */
export const bankColumnFields = [
  ['date', 'Booking date'],
  ['amount', 'Amount (one column)'],
  ['debit', 'Money out (own column)'],
  ['credit', 'Money in (own column)'],
  ['sign', 'Debit or credit (unsigned amounts)'],
  ['payee', 'Payee or description'],
  ['memo', 'More description'],
  ['balance', 'Balance after'],
  ['currency', 'Currency'],
  ['account', 'Account'],
  ['id', 'Booking id'],
  ['value_date', 'Value date'],
  ['type', 'Booking type'],
  ['category', 'Category'],
  ['check_number', 'Cheque number'],
  ['pending', 'Status (pending rows are left out)'],
] as const;

const formatFields = ['kind', 'invert_sign', 'decimal_mark', 'date_order', 'currency'] as const;

export const bankProfileOf = (values: FormValues): Readonly<Record<string, unknown>> => ({
  columns: chosenColumns(values, bankColumnFields),
  ...keepFields(values, formatFields),
});
