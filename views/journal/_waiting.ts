// What waits for the person's approval, below the reason why a call was not done: what it would do and where they decide. A page has no
// way to decide: a model could also give an approval that a page could give.
import { fieldName, fieldValue } from '@zorivest/vocabulary';
import { type Child, h } from '../page/dom.ts';
import type { Stage } from '../page/view.ts';
import { humanName } from './_basis.ts';
import { facts, type Fields, formatValue } from './_fields.ts';

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

export async function showWaiting(stage: Stage): Promise<Child> {
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
}

function waiting(
  { tool, effect, arguments: args, changes = [], more = 0, expires_at }: Waiting['items'][number],
  stage: Stage,
): Child {
  return h(
    'section',
    { class: 'box' },
    h('h2', {}, `Waiting for you: ${humanName(tool)}`),
    h('p', {}, effect),
    // The rows as the service tried them; what the assistant sent is shown where there are none.
    changes.length > 0 ? rows(changes, more, stage) : facts(args, stage),
    h('p', { class: 'note' }, `Until ${stage.formats.moment(expires_at)}; after that the request is declined.`),
  );
}

function rows(changes: readonly Change[], more: number, stage: Stage): Child {
  return h(
    'ul',
    { class: 'changes' },
    changes.map(({ what, before, after }) =>
      h(
        'li',
        {},
        what,
        before !== null && after !== null && h('div', { class: 'note' }, describeChange(before, after, stage)),
      ),
    ),
    more > 0 && h('li', { class: 'note' }, `and ${more} more, in the app`),
  );
}

/** `Notes: – → late`. */
function describeChange(before: Fields, after: Fields, { formats }: Stage): string {
  const value = (name: string, { [name]: one }: Fields) =>
    one === null || one === undefined || one === '' ? '–' : formatValue(fieldValue(name, one), formats.plain);
  return Object.keys(after)
    .map((name) => `${humanName(fieldName(name))}: ${value(name, before)} → ${value(name, after)}`)
    .join('; ');
}
