import { describe, expect, test } from 'vitest';
import { profileOf, snapshot } from '../../test/snapshots.ts';
import { callerOf, callerSentence } from './callers.ts';

const page = profileOf('GET /shop', [
  [
    '/srv/wp/index.php',
    1,
    500,
    ['get_header', 1, 50, ['wpdb::get_results', 3, 20]],
    [
      '/srv/wp/wp-content/themes/shop/index.php',
      1,
      400,
      ['wpdb::prepare', 40, 4],
      ['wpdb::get_var', 40, 300, ['wpdb::query', 40, 290, ['mysqli_query', 40, 280]]],
    ],
  ],
]);

describe('who sends a statement', () => {
  test('is the code with the loop that reaches the database as often as the log counts', () => {
    const found = callerOf(snapshot({ request_profiles: [page] }), ['/shop'], 40)!;
    expect(found).toMatchObject({
      caller: '/srv/wp/wp-content/themes/shop/index.php',
      callee: 'wpdb::get_var',
      calls_per_request: 40,
    });
    expect(callerSentence(found)).toBe('…/themes/shop/index.php calls wpdb::get_var 40×');
  });

  test('is found above helpers that only pass the call on', () => {
    const nested = profileOf('GET /list', [
      ['List::show', 1, 100, ['get_price', 25, 90, ['Price::load', 25, 80, ['PDOStatement::execute', 25, 70]]]],
    ]);
    const found = callerOf(snapshot({ request_profiles: [nested] }), ['GET /list'], 24)!;
    expect(callerSentence(found)).toBe('List::show calls get_price 25×, which sends it through PDOStatement::execute');
  });

  test('is unknown where no count fits, and never code of another endpoint', () => {
    const snap = snapshot({ request_profiles: [page] });
    expect(callerOf(snap, ['/shop'], 400)).toBeNull();
    expect(callerOf(snap, ['/cart'], 40)).toBeNull();
  });

  test('may come from a profile of Xdebug, which knows only its script', () => {
    const script = { ...page, kind: 'cachegrind' as const, endpoint: '/srv/wp/index.php' };
    expect(callerOf(snapshot({ request_profiles: [script] }), ['/cart'], 40)).toMatchObject({
      callee: 'wpdb::get_var',
    });
  });
});
