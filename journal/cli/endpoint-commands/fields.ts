import type { InputField } from '@zorivest/contract';

/** A field of a command's own, in addition to those of its endpoint. */
export function field(
  name: string,
  description: string,
  more: Partial<Pick<InputField, 'type' | 'choices' | 'nullable'>> = {},
): InputField {
  return { name, description, place: 'body', type: 'text', choices: [], nullable: false, ...more };
}
