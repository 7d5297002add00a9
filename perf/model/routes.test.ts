import { describe, expect, test } from 'vitest';
import { routeMatcher, routesFromJson } from './routes.ts';

describe('routes', () => {
  const routeOf = routeMatcher([
    '/product/new',
    '/product/{id}',
    '/users/:name/edit',
    '/%year%/%postname%/',
    'shop/{category}/{page?}',
    '/files/*',
    '/a.b/{id}',
  ]);

  test.for([
    ['/product/new', '/product/new'],
    ['GET /product/5', 'GET /product/{id}'],
    ['GET /product/5/?sort=?', 'GET /product/{id}?sort=?'],
    ['https://x.example/users/ann/edit', 'https://x.example/users/:name/edit'],
    ['/2026/a-nice-day/', '/%year%/%postname%/'],
    ['/shop/lamps', '/shop/{category}/{page?}'],
    ['/shop/lamps/2', '/shop/{category}/{page?}'],
    ['/files/a/b/c.png', '/files/*'],
    ['/axb/1/2', '/axb/1/2'],
    ['/product/5/reviews', '/product/5/reviews'],
    ['artisan migrate', 'artisan migrate'],
  ] as const)('%s is %s', ([endpoint, route]) => {
    expect(routeOf(endpoint)).toBe(route);
  });
});

test('the lists that Laravel and Symfony print are understood, others are not', () => {
  expect(routesFromJson([{ method: 'GET', uri: 'product/{id}' }])).toEqual(['/product/{id}']);
  expect(routesFromJson({ home: { path: '/', method: 'ANY' }, item: { path: '/i/{id}' } })).toEqual(['/', '/i/{id}']);
  for (const other of [[], {}, 'x', [{ name: 'x' }], null]) expect(routesFromJson(other)).toBeNull();
});
