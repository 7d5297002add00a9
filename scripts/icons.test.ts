import { describe, expect, it } from 'vitest';
import { shapesOf } from './icons.ts';

const LINES = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';

describe('the shapes of an icon', () => {
  it('are taken out of their group, without what the sheet says for all', () => {
    expect(
      shapesOf(`<g ${LINES}><rect width="7" height="9" x="3" y="3" rx="1"/><circle cx="12" cy="12" r="3"/></g>`),
    ).toEqual([
      ['rect', { width: '7', height: '9', x: '3', y: '3', rx: '1' }],
      ['circle', { cx: '12', cy: '12', r: '3' }],
    ]);
  });

  it('are one where the drawing is one', () => {
    expect(shapesOf(`<path ${LINES} d="M3 5h.01"/>`)).toEqual([['path', { d: 'M3 5h.01' }]]);
  });
});
