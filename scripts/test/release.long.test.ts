// `npm run release -- --dry-run` as a person types it: everything is there, and its sums are those of the files.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { published } from '../release/published.ts';

const root = join(import.meta.dirname, '../..');
const out = join(root, 'dist/release');

it('builds everything twice, equal byte for byte, with a sum for every file', () => {
  const printed = execFileSync('npm', ['run', '-s', 'release', '--', '--dry-run'], { cwd: root, encoding: 'utf8' });
  expect(printed).toContain('two builds equal byte for byte');
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8').trim().split('\n');
  expect(sums).toHaveLength(files.length - 1);
  expect(spawnSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: out }).status).toBe(0);
  const tarballs = readdirSync(join(out, 'npm'));
  expect(tarballs).toHaveLength(5);
  const bundles = readdirSync(join(out, 'mcpb'));
  // Those of this machine always; of others where the registry could be asked.
  for (const { name } of published) expect(bundles).toContain(`${name}-${process.platform}-${process.arch}.mcpb`);
  expect(readdirSync(join(out, 'sbom'))).toEqual(
    [...tarballs, ...bundles].map((file) => `${file}.cdx.json`).toSorted(),
  );
  expect(existsSync(join(out, 'registry/zorivest/server.json'))).toBe(true);
});

it('publishes nothing: without --dry-run it says so', () => {
  const { status, stderr } = spawnSync('npm', ['run', '-s', 'release'], { cwd: root, encoding: 'utf8' });
  expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining('a person’s act') as unknown });
});
