// Rows of things, a page of them at a time, in the order of any column. The rows are here already: sorting needs no request.
import { type Child, h } from './dom.ts';
import { toneOf } from './parts.ts';

export interface Column<Row> {
  readonly name: string;
  readonly text: (row: Row) => string;
  /** What it is sorted by; a column without is not sorted. */
  readonly sort?: (row: Row) => number | string | null | undefined;
  /** The number whose sign gives the colour. */
  readonly sign?: (row: Row) => number | null | undefined;
  readonly align?: 'right';
  /** Long text may break. */
  readonly wraps?: boolean;
  /** Its text needs no name before it where it stands beneath the row's. */
  readonly speaks?: boolean;
  /** Always beneath the name of the row: a sentence, which is no column. */
  readonly beneath?: boolean;
}

export interface TableState {
  page: number;
  by: number | null;
  descending: boolean;
}

export const tableState = (by: number | null = null, descending = true): TableState => ({ page: 0, by, descending });

interface Table<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly state: TableState;
  readonly changed: () => void;
  /** How many there are in all, where these rows are only some of them. */
  readonly total?: number;
  readonly more?: () => void;
  readonly id?: string;
  readonly perPage?: number;
}

const PER_PAGE = 25;

export function table<Row>(options: Table<Row>): Child {
  const { label, columns, rows, state, changed, total = rows.length, more, id = 'table', perPage = PER_PAGE } = options;
  const sorted = inOrder(rows, columns, state);
  const pages = Math.max(1, Math.ceil(rows.length / perPage));
  const page = Math.min(state.page, pages - 1);
  const shown = sorted.slice(page * perPage, (page + 1) * perPage);
  const go = (to: number) => () => {
    state.page = to;
    changed();
  };
  return [
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label, id: `${id}-scroll` },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            columns.map((column, at) => !column.beneath && head(column, at, state, changed, id)),
          ),
        ),
        h(
          'tbody',
          {},
          shown.map((row) => [
            h(
              'tr',
              {},
              columns.map((column, at) => !column.beneath && cell(column, row, at)),
            ),
            under(
              columns.flatMap(({ beneath, text }) => (beneath && text(row) !== '' ? [text(row)] : [])),
              columns.filter(({ beneath }) => !beneath).length,
            ),
          ]),
        ),
      ),
    ),
    (pages > 1 || more !== undefined) &&
      h(
        'div',
        { class: 'row' },
        h(
          'button',
          { class: 'button', type: 'button', id: `${id}-back`, disabled: page === 0, onclick: go(page - 1) },
          'Back',
        ),
        h(
          'span',
          { class: 'quiet', role: 'status' },
          `${page * perPage + 1}–${page * perPage + shown.length} of ${total}`,
        ),
        h(
          'button',
          {
            class: 'button',
            type: 'button',
            id: `${id}-next`,
            disabled: page >= pages - 1 && more === undefined,
            onclick: page >= pages - 1 ? () => more?.() : go(page + 1),
          },
          'Next',
        ),
      ),
  ];
}

function head<Row>({ name, sort, align }: Column<Row>, at: number, state: TableState, changed: () => void, id: string) {
  const attributes = { scope: 'col', class: align };
  if (sort === undefined) return h('th', attributes, name);
  const by = state.by === at;
  const arrow = by ? (state.descending ? ' ↓' : ' ↑') : '';
  const choose = () => {
    state.descending = by ? !state.descending : true;
    state.by = at;
    state.page = 0;
    changed();
  };
  return h(
    'th',
    { ...attributes, 'aria-sort': by ? (state.descending ? 'descending' : 'ascending') : undefined },
    h('button', { type: 'button', id: `${id}-sort-${at}`, onclick: choose }, `${name}${arrow}`),
  );
}

/** What is longer than any name of ours breaks wherever it must, and the end of a longer one is left to its title. */
const LONG = 40;
const LONGEST = 120;

function cell<Row>(column: Column<Row>, row: Row, at: number): HTMLElement {
  const { name, text, sign, align, wraps, speaks } = column;
  const whole = text(row);
  // A sentence is shown to its end; a name is known by its beginning.
  const isCut = whole.length > LONGEST && (at === 0 || wraps !== true);
  const shown = isCut ? `${whole.slice(0, LONGEST - 1)}…` : whole;
  const classes = [align, wraps && 'text', whole.length > LONG && 'long', sign && toneOf(sign(row))];
  const attributes = { class: classes.filter((one) => one).join(' ') || undefined, title: isCut ? whole : undefined };
  if (at === 0) return h('th', { ...attributes, scope: 'row' }, shown || '–');
  return h('td', { ...attributes, 'data-name': speaks || wraps ? undefined : name }, shown);
}

/** What has no column stands beneath its row, as wide as the table. */
function under(lines: readonly string[], columns: number): HTMLElement | undefined {
  if (lines.length === 0) return undefined;
  const lineCells = lines.map((line) => h('div', {}, line));
  return h('tr', { class: 'under' }, h('td', { colspan: columns }, lineCells));
}

/** Texts without a value are not repeated. */
const NOTHING = new Set(['', '–']);

/** Columns there is no room for stand beneath their row, the last first, so that nothing has to be scrolled to. */
export function foldTables(root: ParentNode): void {
  for (const box of root.querySelectorAll('.scroll')) {
    const rows = [...box.querySelectorAll<HTMLTableRowElement>('tr:not(.under)')];
    const texts = rows.map((): string[] => []);
    let columns = rows[0]?.cells.length ?? 0;
    while (columns > 2 && box.scrollWidth > box.clientWidth) {
      columns -= 1;
      for (const [i, row] of rows.entries()) {
        const cell = row.cells[columns];
        if (cell === undefined) continue;
        cell.hidden = true;
        const text = cell.textContent;
        if (i > 0 && !NOTHING.has(text)) texts[i]?.unshift([cell.dataset['name'] ?? '', text].join(' ').trim());
      }
    }
    for (const cell of box.querySelectorAll<HTMLTableCellElement>('.under td')) cell.colSpan = columns;
    for (const [i, row] of rows.entries()) {
      if (!texts[i]?.length) continue;
      const line = texts[i].join(' · ');
      const next = row.nextElementSibling;
      if (next?.className === 'under') next.querySelector('td')?.prepend(h('div', {}, line));
      else row.after(under([line], columns) ?? '');
    }
  }
}

function inOrder<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { by, descending }: TableState,
): readonly Row[] {
  const key = by === null ? undefined : columns[by]?.sort;
  if (key === undefined) return rows;
  // What has no value comes last in either order.
  const keyed = rows.map((row) => ({ row, value: key(row) ?? null }));
  const way = descending ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
    return a.value < b.value ? -way : a.value > b.value ? way : 0;
  });
  return keyed.map(({ row }) => row);
}
