// What an entry can begin with.
export interface Template {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly body: string;
}

export const EMPTY: Template = { id: 'empty', name: 'Empty', title: '', body: '' };

export const templates: readonly Template[] = [
  EMPTY,
  {
    id: 'before',
    name: 'Before the open',
    title: 'Before the open',
    body: '## What I expect\n\n\n## What I will trade, and what not\n\n- \n\n## How I am\n\n',
  },
  {
    id: 'after',
    name: 'After the close',
    title: 'After the close',
    body: '## What I did well\n\n- \n\n## What I did against the plan\n\n- \n\n## Tomorrow\n\n',
  },
  {
    id: 'week',
    name: 'The week',
    title: 'The week',
    body: '## The best trade, and why\n\n\n## The worst trade, and why\n\n\n## One thing to do differently\n\n',
  },
];
