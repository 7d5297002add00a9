import { expect, test } from 'vitest';
import { profileOf, snapshot } from '../../test/snapshots.ts';
import { autoloaderWithoutClassMap } from './autoloader.ts';

const find = (calls: number) =>
  autoloaderWithoutClassMap.find({
    snapshot: snapshot({
      request_profiles: [
        profileOf('GET /', [
          ['index.php', 1, 100, [String.raw`Composer\Autoload\ClassLoader::findFileWithExtension`, calls, 25]],
        ]),
      ],
    }),
    queries: [],
  });

test('classes searched in the file system one by one need a class map', () => {
  expect(find(180)).toMatchObject({ type: 'autoloader_without_class_map', severity: 'P2', metrics: { calls: 180 } });
  expect(find(180)!.recommendations[0]!.action).toContain('--optimize-autoloader');
});

test('a few classes missing from the map are not reported', () => {
  expect(find(3)).toBeNull();
});
