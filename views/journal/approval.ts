// A call that changes something: what was done or, while it waits for the person, what it would do and where they
// decide. The page has no way to decide: a yes that a page could give, a model could give too.
import { type Child, h } from '../page/dom.ts';
import { heading } from '../page/parts.ts';
import { startView, type Stage } from '../page/view.ts';
import { humanName } from './_basis.ts';

interface Change {
  readonly what: string;
  readonly before: Fields | null;
  readonly after: Fields | null;
}

/** What `page_approvals` answers. */
interface Waiting {
  readonly items: readonly {
    readonly tool: string;
    readonly effect: string;
    readonly arguments: Readonly<Record<string, unknown>>;
    /** What the service found it would change, and how many rows more. */
    readonly changes?: readonly Change[];
    readonly more?: number;
    readonly expires_at: string;
  }[];
  readonly app: string;
}

type Fields = Readonly<Record<string, unknown>>;

startView<Fields>(
  (answer) => (stage) => [heading('Done'), facts(answer, stage)],
  async (stage) => {
    const { items, app } = (await stage.call('page_approvals', {})) as Waiting;
    return [
      items.map((item) => waiting(item, stage)),
      items.length > 0 &&
        h('p', {}, 'You decide in the app or with ', h('code', {}, 'zorivest approve'), '; this page cannot.'),
      items.length > 0 &&
        stage.canOpen &&
        h(
          'p',
          {},
          h(
            'button',
            { class: 'button', type: 'button', id: 'open', onclick: () => stage.openLink(app) },
            'Open the app',
          ),
        ),
    ];
  },
);

function waiting(
  { tool, effect, arguments: args, changes = [], more = 0, expires_at }: Waiting['items'][number],
  stage: Stage,
): Child {
  return h(
    'section',
    { class: 'box' },
    h('h2', {}, `Waits for you: ${humanName(tool)}`),
    h('p', {}, effect),
    // The rows as the service tried them; what the assistant sent is shown where there are none.
    changes.length > 0 ? rows(changes, more, stage) : facts(args, stage),
    h('p', { class: 'note' }, `Until ${stage.formats.moment(expires_at)}; then the answer is no.`),
  );
}

function rows(changes: readonly Change[], more: number, stage: Stage): Child {
  return h(
    'ul',
    { class: 'changes' },
    changes.map(({ what, before, after }) =>
      h('li', {}, what, before !== null && after !== null && h('div', { class: 'note' }, turned(before, after, stage))),
    ),
    more > 0 && h('li', { class: 'note' }, `and ${more} more, in the app`),
  );
}

/** `Notes: – → late`. */
function turned(before: Fields, after: Fields, { formats }: Stage): string {
  const value = (one: unknown) =>
    one === null || one === undefined || one === '' ? '–' : formatValue(one, formats.plain);
  return Object.keys(after)
    .map((name) => `${humanName(name)}: ${value(before[name])} → ${value(after[name])}`)
    .join('; ');
}

/** Every field by name: nothing of what is agreed to is left out. */
function facts(fields: Fields, { formats }: Stage): Child {
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
            h('th', { scope: 'row' }, humanName(name)),
            h('td', { class: 'text' }, formatValue(value, formats.plain)),
          ),
        ),
      ),
    ),
  );
}

function formatValue(value: unknown, plain: (value: number) => string): string {
  if (typeof value === 'number') return plain(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
