import { describe, expect, test } from 'vitest';
import { type CallSketch, profileOf, snapshot } from '../../test/snapshots.ts';
import { opcacheOff } from './opcache-off.ts';

const find = (...profiles: ReturnType<typeof profileOf>[]) =>
  opcacheOff.find({ snapshot: snapshot({ request_profiles: profiles }), queries: [] });

/** A page that includes many files; the time of including is its own. */
const page = (ownMs: number, endpoint = 'GET /') =>
  profileOf(endpoint, [
    [
      '/srv/index.php',
      1,
      400 + ownMs,
      ...Array.from({ length: 100 }, (_, i): CallSketch => [`/srv/lib/${i}.php`, 1, 4]),
    ],
  ]);

describe('OPcache off', () => {
  test('shows as time in the compiler, where the profile names it', () => {
    const found = find(profileOf('GET /', [['/srv/index.php', 1, 900, ['::zend_compile_file', 255, 413]]]));
    expect(found).toMatchObject({ type: 'opcache_off', severity: 'P1', metrics: { files: 255, compile_ms: 413 } });
    expect(found!.recommendations[0]!.action).toContain('opcache.enable=1');
  });

  test('on the command line has another switch', () => {
    const found = find(profileOf('bin/console list', [['/srv/console', 1, 900, ['::zend_compile_file', 255, 413]]]));
    expect(found!.recommendations[0]!.action).toContain('opcache.enable_cli=1');
  });

  test('shows as own time of the code that includes, where the profile does not name the compiler', () => {
    expect(find(page(200))).toMatchObject({ severity: 'P1', metrics: { files: 101 } });
    expect(find(page(3))).toBeNull();
  });

  test('is not reported for the first request after a start, which compiles with OPcache too', () => {
    expect(find(page(200), page(3))).toBeNull();
    expect(find(page(200), page(210))).not.toBeNull();
    expect(find(page(200), page(3, 'GET /other'))).not.toBeNull();
  });
});
