// What was typed into a form, out of its elements and back into them. What is secret is typed again.
import { namesSecret } from '@zorivest/vocabulary';
import type { Fields } from '../client/keeper.ts';

/** The part of an element of a form that is read and written here. */
interface FormElement {
  readonly name: string;
  readonly type: string;
  value: string;
  checked?: boolean;
}

const passedOver: ReadonlySet<string> = new Set(['password', 'file', 'submit', 'button', 'reset', 'hidden']);

const isTyped = (element: object): element is FormElement =>
  'name' in element &&
  'type' in element &&
  'value' in element &&
  element.name !== '' &&
  !namesSecret(String(element.name)) &&
  !passedOver.has(String(element.type));

/** By the names of the fields. */
export function readFields(elements: Iterable<object>): Fields {
  const found: Record<string, string | boolean> = {};
  for (const element of elements) {
    if (!isTyped(element)) continue;
    if (element.type === 'checkbox') found[element.name] = element.checked === true;
    else if (element.type !== 'radio') found[element.name] = element.value;
    else if (element.checked === true) found[element.name] = element.value;
  }
  return found;
}

/** What is no longer as it was. */
export const differencesIn = (now: Fields, before: Fields): Fields =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== before[name]));

/** Into the fields that are there; what a form no longer asks for is left out. */
export function writeFields(elements: Iterable<object>, fields: Fields): void {
  for (const element of elements) {
    const value = isTyped(element) ? fields[element.name] : undefined;
    if (!isTyped(element) || value === undefined) continue;
    if (element.type === 'checkbox') element.checked = value === true;
    else if (element.type === 'radio') element.checked = element.value === value;
    else element.value = String(value);
  }
}
