// What a row of the audit says has changed: it holds the whole thing twice.
export interface ChangedField {
  readonly name: string;
  readonly old: string;
  readonly now: string;
}

export function changedFields(before: unknown, after: unknown): ChangedField[] {
  const [old, now] = [recordOf(before), recordOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    .map((name) => ({ name, old: valueText(old[name]), now: valueText(now[name]) }));
}

/** The fields of a thing; of what is none nothing. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** A value in words; nothing is a dash. */
export const valueText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
