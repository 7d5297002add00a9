// What was written into a form, as the service wants it.

interface FormField {
  readonly name: string;
  readonly kind?: string;
  readonly value?: string | number | boolean | null | undefined;
}

/** Text, a number where one was asked for, nothing where the field was left empty. */
export type FormValues = Readonly<Record<string, string | number | boolean | undefined>>;

export function readForm(form: Pick<FormData, 'get'>, fields: readonly FormField[]): FormValues {
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      if (kind === 'flag') return [name, form.get(name) === 'on'];
      const text = form.get(name);
      if (typeof text !== 'string' || text.trim() === '') return [name, undefined];
      return [name, kind === 'number' ? numberOf(text) : text];
    }),
  );
}

/** What is not a number is sent as it was written: the service says so at the field. */
export function numberOf(text: string): number | string {
  const value = Number(text.replaceAll(',', ''));
  return Number.isNaN(value) ? text : value;
}

/** Of a form only what differs from what it was opened with; what was emptied is null. */
export type FormChanges = Readonly<Record<string, string | number | boolean | null>>;

export function changesIn(values: FormValues, fields: readonly FormField[]): FormChanges {
  const changed: Record<string, string | number | boolean | null> = {};
  for (const { name, value } of fields) {
    const before = value === '' || value === undefined ? null : value;
    const after = values[name] ?? null;
    if (after !== before && String(after) !== String(before)) changed[name] = after;
  }
  return changed;
}

/** Of what would be sent, only what was changed in the form; its fields have the service's names. */
export const onlyChanged = <T extends object>(body: T, changed: FormChanges): Partial<T> =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name in changed)) as Partial<T>;

/** Several words of a field, by comma. */
export const listOf = (text: string | number | boolean | undefined): string[] =>
  String(text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
