// One filter for every route of figures, and the same words on every answer with them: read from the contract itself, so
// that a new route cannot be without.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from './contract.ts';
import { listEndpoints } from './core/endpoint.ts';

const FILTER = [
  'account_id',
  'account_ids',
  'period',
  'from',
  'to',
  'tags',
  'strategy',
  'instrument',
  'underlying',
  'direction',
  'result',
  'currency',
  'unit',
];
const BASIS = ['unit', 'currency', 'period', 'time_zone', 'convention'];

/** About one trade or one row, named by its id: there is nothing to filter. */
const OF_ONE = new Set([
  'analytics.excursion',
  'analytics.optionsStrategy',
  'costs.executionQuality',
  'mistakes.get',
  'roundTrips.get',
  'roundTrips.bars',
  'roundTrips.chain',
  'roundTrips.replay',
  'roundTrips.rules',
]);
/** Rows as they were recorded, and no figure made from them. */
const WITHOUT_FIGURES = new Set(['mistakes.list']);

const routes = listEndpoints(contract).filter(
  ({ id, endpoint }) =>
    endpoint.method === 'GET' && /^(analytics|costs|mistakes|roundTrips)\./.test(id) && !OF_ONE.has(id),
);
const fieldsOf = (schema: unknown): string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

it('finds the routes of figures', () => {
  expect(routes.map(({ id }) => id).toSorted()).toEqual([
    'analytics.breakdown',
    'analytics.drawdown',
    'analytics.equityCurve',
    'analytics.excursions',
    'analytics.expectancy',
    'analytics.hoursOfWeek',
    'analytics.rMultiples',
    'analytics.sqn',
    'analytics.strategyBreakdown',
    'analytics.timeBreakdown',
    'costs.costOfFree',
    'costs.fees',
    'costs.pfofReport',
    'mistakes.list',
    'mistakes.summary',
    'mistakes.suspects',
    'roundTrips.list',
    'roundTrips.open',
  ]);
});

it.each(routes.map(({ id, endpoint }) => ({ id, endpoint })))('$id takes the whole filter', ({ endpoint }) => {
  expect(fieldsOf(endpoint.query)).toEqual(expect.arrayContaining(FILTER));
});

it.each(routes.filter(({ id }) => !WITHOUT_FIGURES.has(id)).map(({ id, endpoint }) => ({ id, endpoint })))(
  '$id says what its figures are of',
  ({ endpoint }) => {
    expect(fieldsOf(endpoint.response)).toEqual(expect.arrayContaining(BASIS));
  },
);

it('one round trip says it, too', () => {
  expect(fieldsOf(contract.roundTrips.get.response)).toEqual(expect.arrayContaining(BASIS));
});
