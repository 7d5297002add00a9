import type { InputField } from '@zorivest/contract';

/** A field of an act's own, beside those of its endpoint. */
export function field(
  name: string,
  description: string,
  more: Partial<Pick<InputField, 'type' | 'choices' | 'nullable'>> = {},
): InputField {
  return { name, description, place: 'body', type: 'text', choices: [], nullable: false, ...more };
}
