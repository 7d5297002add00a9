// What pages are made of: a heading, figures, pictures, tabs, and what went wrong.
import { element, type Shape } from '@zorivest/pictures';
import { type Child, h } from './dom.ts';

export function heading(title: string, about = ''): HTMLElement {
  return h('header', {}, h('h1', {}, title), about !== '' && h('span', { class: 'about' }, about));
}

export interface Figure {
  readonly name: string;
  readonly text: string;
  readonly note?: string | undefined;
  /** The number whose sign gives the colour. */
  readonly sign?: number | null | undefined;
}

export const toneOf = (value: number | null | undefined): string =>
  value === null || value === undefined || value === 0 ? '' : value > 0 ? 'gain' : 'loss';

export function figures(list: readonly Figure[]): HTMLElement {
  return h(
    'dl',
    { class: 'figures' },
    list.map(({ name, text, note, sign }) =>
      h(
        'div',
        {},
        h('dt', {}, name),
        h('dd', { class: toneOf(sign) || undefined }, text, note !== undefined && h('small', {}, note)),
      ),
    ),
  );
}

/** A picture; a click on a mark that has a key opens what is behind it. */
export function picture(shape: Shape, caption = '', onKey?: (key: string) => void): HTMLElement {
  const figure = h('figure', {}, element<SVGElement>(document, shape), caption !== '' && h('figcaption', {}, caption));
  if (onKey !== undefined) {
    figure.addEventListener('click', ({ target }) => {
      const key = (target as Element).closest('[data-key]')?.getAttribute('data-key');
      if (key !== null && key !== undefined) onKey(key);
    });
  }
  return figure;
}

export interface Tab {
  readonly name: string;
  readonly draw: () => Child;
}

/** One of several drawings; the caller stores which one is chosen. */
export function tabs(list: readonly Tab[], chosen: number, choose: (at: number) => void): Child {
  return [
    h(
      'div',
      { class: 'row', role: 'group', 'aria-label': 'What to show' },
      list.map(({ name }, at) =>
        h(
          'button',
          {
            class: 'button',
            type: 'button',
            id: `tab-${at}`,
            'aria-pressed': String(at === chosen),
            onclick: () => choose(at),
          },
          name,
        ),
      ),
    ),
    list[chosen]?.draw(),
  ];
}

export interface Problem {
  readonly message: string;
}

/** What must be known before a figure is believed. */
export function problems(list: readonly Problem[] | undefined): Child {
  if (list === undefined || list.length === 0) return undefined;
  return h(
    'div',
    { class: 'box problem' },
    h(
      'ul',
      {},
      list.slice(0, 5).map(({ message }) => h('li', {}, message)),
    ),
    list.length > 5 && h('p', { class: 'note' }, `and ${list.length - 5} more`),
  );
}

/** The definition of a figure, collapsed. */
export function convention(text: string | undefined): Child {
  return (
    text !== undefined &&
    text !== '' &&
    h('details', {}, h('summary', {}, 'Definition'), h('p', { class: 'note' }, text))
  );
}

export const empty = (text: string): HTMLElement => h('p', { class: 'box quiet' }, text);

export function selector(
  id: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  value: string,
  choose: (value: string) => void,
): HTMLElement {
  return h(
    'label',
    {},
    h('span', { class: 'quiet' }, label),
    h(
      'select',
      { id, onchange: ({ target }) => choose((target as HTMLSelectElement).value) },
      options.map(([key, text]) => h('option', { value: key, selected: key === value }, text)),
    ),
  );
}

/** Everything, or what belongs to one name. */
export function nameSelector(
  label: string,
  names: readonly string[],
  value: string,
  choose: (name: string) => void,
  write: (name: string) => string = String,
): HTMLElement {
  const options = names.map((name) => [name, write(name)] as const);
  return selector(label.toLowerCase(), label, [['', 'All'], ...options], value, choose);
}
