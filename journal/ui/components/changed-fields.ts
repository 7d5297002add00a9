// The fields of a thing that an answer holds, and what they are called.
import { fieldName, visible } from '@zorivest/vocabulary';

/** The field's name at the beginning of a line. */
export const labelOf = (name: string): string => capitalize(visible(fieldName(name)));

export const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The fields of a thing; of what is none nothing. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** A value in words; nothing is a dash. */
export const valueText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
