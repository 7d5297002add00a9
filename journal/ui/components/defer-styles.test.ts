import { expect, test } from 'vitest';
import { deferStyles } from './defer-styles.ts';

test('styles of a report are deferred, since the policy of the page would refuse them; its words stay', () => {
  const made = deferStyles('<style>p { color: red }</style><p class="a" style="color: blue">style = "x"</p>');
  expect(made).toContain('<template>p { color: red }</template>');
  expect(made).toContain('<p class="a" data-style="color: blue">style = "x"</p>');
});
