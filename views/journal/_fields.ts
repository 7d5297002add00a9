// Fields of an answer or of a call, by name.
import { fieldName, fieldValue } from '@zorivest/vocabulary';
import { type Child, h } from '../page/dom.ts';
import type { Stage } from '../page/view.ts';
import { humanName } from './_basis.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Every field by name: nothing of what is agreed to is left out. */
export function facts(fields: Fields, { formats }: Stage): Child {
  const shown = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Fields' },
    h(
      'table',
      {},
      h(
        'tbody',
        {},
        shown.map(([name, value]) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, humanName(fieldName(name))),
            h('td', { class: 'text' }, formatValue(fieldValue(name, value), formats.plain)),
          ),
        ),
      ),
    ),
  );
}

export function formatValue(value: unknown, plain: (value: number) => string): string {
  if (typeof value === 'number') return plain(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
