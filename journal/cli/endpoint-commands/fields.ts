import type { InputField } from '@zorivest/contract';

export interface OwnField<Name extends string = string> extends InputField {
  readonly name: Name;
}

/** A field of a command's own, in addition to those of its endpoint. */
export function field<Name extends string>(
  name: Name,
  description: string,
  more: Partial<Pick<InputField, 'type' | 'choices' | 'nullable'>> = {},
): OwnField<Name> {
  return { name, description, place: 'body', type: 'text', choices: [], nullable: false, ...more };
}

/** A field of type `list`; nothing where it was not given. */
export const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
