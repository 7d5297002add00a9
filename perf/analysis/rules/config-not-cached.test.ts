import { expect, test } from 'vitest';
import { type CallSketch, profileOf, snapshot } from '../../test/snapshots.ts';
import { configNotCached } from './config-not-cached.ts';

const find = (...calls: CallSketch[]) =>
  configNotCached.find({
    snapshot: snapshot({ request_profiles: [profileOf('GET /products', [['index.php', 1, 100, ...calls]])] }),
    queries: [],
  });
const CONFIG = String.raw`Illuminate\Foundation\Bootstrap\LoadConfiguration::loadConfigurationFiles`;
const ROUTES = String.raw`Illuminate\Foundation\Support\Providers\RouteServiceProvider::loadRoutes`;

test('configuration without its cache is reported with the share of a request that it and the routes take', () => {
  expect(find([CONFIG, 1, 5], [ROUTES, 1, 3])).toMatchObject({
    type: 'config_not_cached',
    severity: 'P2',
    metrics: { total_ms: 8, share_of_request: 0.08 },
  });
});

test('a tiny share is not reported, and routes alone are not the configuration', () => {
  expect(find([CONFIG, 1, 0.5])).toBeNull();
  expect(find([ROUTES, 1, 30])).toBeNull();
});
