import { expect, test } from 'vitest';
import { differencesOf, sumHeld, kindOf, questionAbout, readSent } from './change.ts';

const wire = {
  plans: {
    list: ['GET', '/plans', 'json', 'none'],
    get: ['GET', '/plans/{plan_id}', 'json', 'none'],
    images: ['GET', '/plans/{plan_id}/images', 'json', 'none'],
    create: ['POST', '/plans', 'json', 'json'],
    update: ['PUT', '/plans/{plan_id}', 'json', 'json'],
    setStatus: ['PATCH', '/plans/{plan_id}/status', 'json', 'json'],
    print: ['GET', '/plans/{plan_id}/status', 'bytes', 'none'],
  },
  settings: { list: ['GET', '/settings', 'json', 'none'], update: ['PUT', '/settings', 'json', 'json'] },
} as const;

const params = { plan_id: 7 };

test('a change is compared with the thing its address names', () => {
  const about = { resource: 'plans', name: 'get', params: { plan_id: '7' } };
  expect(questionAbout(wire, { endpoint: 'plans.update', input: { params } })).toEqual(about);
  expect(questionAbout(wire, { endpoint: 'plans.setStatus', input: { params } })).toEqual(about);
});

test('settings are compared with what is set, and a schedule with the one inside its policy', () => {
  const body = { 'ui.theme': 'dark' };
  expect(questionAbout(wire, { endpoint: 'settings.update', input: { body } })).toEqual({
    resource: 'settings',
    name: 'list',
    params: {},
  });
  const policy = { enabled: true, policy_json: { trigger: { cron_expression: '0 8 * * *' } } };
  expect(differencesOf(policy, { input: { query: { cron_expression: '0 9 * * *', enabled: true } } }, false)).toEqual([
    { name: 'cron_expression', now: '0 8 * * *', next: '0 9 * * *' },
  ]);
});

test('what is new, unknown or known only during the call is compared with nothing', () => {
  expect(questionAbout(wire, { endpoint: 'plans.create', input: { body: { ticker: 'A' } } })).toBeNull();
  expect(questionAbout(wire, { endpoint: 'plans.update', input: null })).toBeNull();
  expect(questionAbout(wire, { endpoint: 'plans.update', input: { params: {} } })).toBeNull();
  expect(questionAbout(wire, { endpoint: 'nothing.update', input: { params } })).toBeNull();
});

test('of a change only what differs is said, with what it was; nothing is written as a dash', () => {
  const now = { stop_loss: 9.5, target_price: 12, notes: null, status: 'draft' };
  const write = { input: { params, body: { stop_loss: 9, target_price: 12, notes: 'wait', unknown: 1 } } };
  expect(differencesOf(now, write, false)).toEqual([
    { name: 'stop_loss', now: '9.5', next: '9' },
    { name: 'notes', now: '–', next: 'wait' },
  ]);
});

test('of a removal all that will be gone is said', () => {
  expect(differencesOf({ ticker: 'A', notes: '', images: [], at: null }, { input: { params } }, true)).toEqual([
    { name: 'ticker', now: 'A', next: null },
  ]);
});

test('what is sent is told by the names of its fields, and whole where two have the same or there is no body of fields', () => {
  expect(readSent({ params, body: { price: 1 } })).toEqual({ plan_id: 7, price: 1 });
  const twice = { params: { name: 'a' }, body: { name: 'b' } };
  expect(readSent(twice)).toEqual(twice);
  expect(readSent({ body: [1] })).toEqual({ body: [1] });
});

test('a position is long above zero and short below it', () => {
  expect(sumHeld([])).toBe(0);
  expect(
    sumHeld([
      { direction: 'BOT', open_quantity: 100 },
      { direction: 'SLD', open_quantity: 30 },
      { direction: 'BOT', open_quantity: null },
    ]),
  ).toBe(70);
});

test('only the same act of the same key is equal, whatever its arguments', () => {
  const one = { key_id: 'k', tool: 'create_trade', writes: [{ endpoint: 'trades.create' }], arguments: { a: 1 } };
  const another = { ...one, arguments: { a: 2 } };
  expect(kindOf(one)).toBe(kindOf(another));
  expect(kindOf(one)).not.toBe(kindOf({ ...one, key_id: 'other' }));
  expect(kindOf(one)).not.toBe(kindOf({ ...one, writes: [...one.writes, { endpoint: 'plans.create' }] }));
});
