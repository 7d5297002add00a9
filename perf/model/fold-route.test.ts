import { expect, test } from 'vitest';
import { foldRoute } from './fold-route.ts';

test.for([
  ['GET /product/5', 'GET /product/{id}'],
  ['GET /product/5/reviews/77?page=?', 'GET /product/{id}/reviews/{id}?page=?'],
  ['/u/6fa459ea-ee8a-3ca4-894e-db77e160355e', '/u/{uuid}'],
  ['/f/d41d8cd98f00b204e9800998ecf8427e', '/f/{hash}'],
  ['/img/12345.jpg', '/img/{id}.jpg'],
  ['/log/2026-11-17', '/log/{date}'],
  ['/blog/shoes-for-rain-481', '/blog/shoes-for-rain-{id}'],
  ['/s/01H8XGJWBWBAQ4Z7V6M1K2P3QRST', '/s/{token}'],
  // Words stay: they distinguish pages.
  ['/about', '/about'],
  ['/api/v2/orders', '/api/v2/orders'],
  ['/covid-19', '/covid-{id}'],
  ['/defaced', '/defaced'],
  ['GET /', 'GET /'],
  ['(further endpoints)', '(further endpoints)'],
] as const)('%s is %s', ([endpoint, route]) => {
  expect(foldRoute(endpoint)).toBe(route);
});
