import { expect, test } from 'vitest';
import { type CallSketch, profileOf, snapshot } from '../../test/snapshots.ts';
import { lazyLoading } from './lazy-loading.ts';

const find = (...calls: CallSketch[]) =>
  lazyLoading.find({
    snapshot: snapshot({ request_profiles: [profileOf('GET /products', [['index.php', 1, 100, ...calls]])] }),
    queries: [],
  });
const LOADS = String.raw`Illuminate\Database\Eloquent\Model::getRelationshipFromMethod`;

test('relations that are loaded one by one are reported with the relation and where to load it', () => {
  const found = find([LOADS, 40, 60, [String.raw`App\Models\Product::supplier`, 40, 10]]);
  expect(found).toMatchObject({ type: 'lazy_loading', severity: 'P1', endpoint: 'GET /products' });
  expect(found!.title).toBe(
    String.raw`Laravel loads App\Models\Product::supplier 40 times in one request to GET /products`,
  );
  expect(found!.recommendations[0]!.action).toContain("->with('supplier')");
});

test('a few loads are not reported, and a relation that the tree does not name is not guessed', () => {
  expect(find([LOADS, 3, 60])).toBeNull();
  expect(find([LOADS, 40, 60])!.title).toContain('loads a relation 40 times');
});
