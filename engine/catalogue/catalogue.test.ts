import { expect, test } from 'vitest';
import { INDICATORS } from '../indicators/registry.ts';
import { compileExpression } from '../language/expression.ts';
import { ORDER_KINDS } from '../portfolio/order-kinds.ts';
import { modeSchema } from '../request/mode.ts';
import { catalogue } from './catalogue.ts';

test('names every indicator as an expression can write it, and every field of every mode', () => {
  const { indicators, functions, names, modes, order_types, statistics } = catalogue();
  expect(indicators.map(({ name }) => name)).toEqual(INDICATORS.map(({ name }) => name));
  // Each call without its settings' names is an expression of the language.
  for (const { call, outputs } of indicators) {
    const written = call.replaceAll(/[a-z_]+ = /gi, '').replaceAll(/\b(period|short|long|bins|window)\b/g, '5');
    for (const output of ['', ...outputs.map((name) => `.${name}`)])
      expect(`${call}: ${compileExpression(`${written}${output}`).type}`).toBe(`${call}: number`);
  }
  expect(functions.map(({ name }) => name)).toEqual(expect.arrayContaining(['cross_up', 'tf', 'top']));
  expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(['close', 'hour']));
  expect(modes.map(({ name }) => name)).toEqual(['compatible', 'realistic', 'portfolio']);
  expect(modes[1]?.fields.map(({ name }) => name)).toEqual(Object.keys(modeSchema.shape));
  expect(modes[1]?.fields.find(({ name }) => name === 'fill')).toMatchObject({
    type: 'close | next_open | intrabar',
    default: 'next_open',
  });
  expect(modes[2]?.fields.map(({ name }) => name)).toContain('weights');
  expect(modes.flatMap(({ fields }) => fields).filter(({ type }) => type === '')).toEqual([]);
  expect(order_types.map(({ name }) => name)).toEqual([...ORDER_KINDS]);
  expect(order_types.find(({ name }) => name === 'stop-limit')?.needs).toEqual(['stop', 'limit']);
  expect(statistics.map(({ name }) => name)).toEqual(expect.arrayContaining(['sharpe_ratio', 'roll_alpha_beta']));
});
