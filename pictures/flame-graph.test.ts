import { expect, it } from 'vitest';
import { flameGraph, type Frame } from './flame-graph.ts';
import { markup } from './markup.ts';

const leaf = (name: string, value: number): Frame => ({ name, value, children: [], key: name });
const root: Frame = {
  name: 'main',
  value: 100,
  key: 'main',
  children: [leaf('query', 60), { ...leaf('render', 30), children: [leaf('escape', 10)] }, leaf('tiny', 0.01)],
};
const draw = (options: Partial<Parameters<typeof flameGraph>[0]> = {}) =>
  markup(flameGraph({ label: 'Where time went', width: 500, root, format: (ms) => `${ms} ms`, ...options }));

it('a call is as wide as its share and stands on the one that made it', () => {
  const text = draw();
  expect(text).toContain('<rect x="0" y="20" width="299" height="19"'); // query: 60 of 100
  expect(text).toContain('<rect x="300" y="20" width="149"'); // render, next to it
  expect(text).toContain('<rect x="300" y="40" width="49"'); // escape, on render
});

it('shows every name and time in its tooltip, and leaves out invisible frames', () => {
  expect(draw()).toContain('<title>query: 60 ms</title>');
  expect(draw()).not.toContain('tiny');
});

it('what was searched for stands out', () => {
  expect(draw({ marked: ({ name }) => name === 'escape' }).match(/cell loss/g)).toHaveLength(1);
});

it('zooming is drawing from another root', () => {
  const text = draw({ root: root.children[1] as Frame });
  expect(text).toContain('data-key="escape"');
  expect(text).not.toContain('query');
});

it('a tree without time, or deeper than anyone looks, is still a picture', () => {
  expect(draw({ root: leaf('nothing', 0) })).toContain('nothing: 0 ms');
  let deep = leaf('end', 1);
  for (let i = 0; i < 2000; i++) deep = { name: `f${i}`, value: 1, children: [deep] };
  expect(draw({ root: deep }).match(/<rect/g)).toHaveLength(60);
});

it('a comparison gives each call a tone of its own', () => {
  const text = draw({
    tint: ({ name }) => ({ tone: name === 'query' ? 'loss' : 'quiet', strength: name === 'query' ? 0.5 : 0.1 }),
  });
  expect(text.match(/cell loss" fill-opacity="0.5"/g)).toHaveLength(1);
  expect(text.match(/cell quiet/g)).toHaveLength(3);
});
