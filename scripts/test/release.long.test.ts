// `npm run release -- --dry-run` as a person types it: everything is there, and its sums are those of the files.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { published } from '../release/published.ts';
import { stepsOf } from '../workflow.ts';

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
  expect([...printed.matchAll(/npm publish (\S+)/g)].map(([, file]) => file)).toEqual(
    tarballs.map((file) => `dist/release/npm/${file}`),
  );
  const bundles = readdirSync(join(out, 'mcpb'));
  // Those of this machine always; of others where the registry could be asked.
  for (const { name } of published) expect(bundles).toContain(`${name}-${process.platform}-${process.arch}.mcpb`);
  const debs = existsSync(join(out, 'deb')) ? readdirSync(join(out, 'deb')) : [];
  const image = join(out, 'oci/dist/image');
  for (const file of ['Dockerfile', 'compose.yaml']) expect(existsSync(join(out, 'oci', file))).toBe(true);
  expect(readdirSync(join(image, 'npm'))).toHaveLength(published.length);
  expect(readdirSync(join(out, 'sbom'))).toEqual(
    [...tarballs, ...bundles, ...debs, 'zorivest-image'].map((file) => `${file}.cdx.json`).toSorted(),
  );
  for (const file of ['server.json', 'claude-code/README.md', 'claude-code/.claude-plugin/icon.png'])
    for (const { name } of published) expect(existsSync(join(out, 'registry', name, file))).toBe(true);
});

it('the draft of a release has every file that a person downloads, and its sums are checked as docs/verify.md says', () => {
  const folder = mkdtempSync(join(tmpdir(), 'draft-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(out, join(folder, 'release'));
  // The forge's own command, played: it keeps the names of the files that it was to take along.
  writeFileSync(join(folder, 'gh'), '#!/bin/sh\nprintf "%s\\n" "$@" > given\n');
  chmodSync(join(folder, 'gh'), 0o755);
  const workflow = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
  const [step] = stepsOf(workflow).filter(({ job, run }) => job === 'draft' && run !== undefined);
  execFileSync('bash', ['-euo', 'pipefail', '-c', step?.run ?? ''], {
    cwd: folder,
    env: { ...process.env, PATH: [folder, process.env['PATH']].join(delimiter), TAG: 'v0.1.0' },
  });
  const given = readFileSync(join(folder, 'given'), 'utf8')
    .split('\n')
    .filter((word) => word.startsWith('release/'));
  expect(given.filter((file) => !existsSync(join(folder, file)))).toEqual([]);
  const names = given.map((file) => basename(file));
  expect(new Set(names).size).toBe(names.length);
  for (const kind of ['npm', 'mcpb', 'deb', 'sbom'])
    expect(names).toEqual(expect.arrayContaining(existsSync(join(out, kind)) ? readdirSync(join(out, kind)) : []));
  expect(names).toEqual(expect.arrayContaining(['SHA256SUMS', 'latest.json']));

  // Downloads are in one folder, whatever folders they were built in.
  const downloads = mkdtempSync(join(folder, 'downloads-'));
  const [tarball = ''] = names.filter((name) => /^zorivest-[\d.]+\.tgz$/.test(name));
  copyFileSync(join(out, 'npm', tarball), join(downloads, tarball));
  copyFileSync(join(out, 'SHA256SUMS'), join(downloads, 'SHA256SUMS'));
  const [, command = ''] =
    /## Checksum\n\n```sh\n(.+?)\n```/s.exec(readFileSync(join(root, 'docs/verify.md'), 'utf8')) ?? [];
  const check = () => spawnSync('bash', ['-o', 'pipefail', '-c', command], { cwd: downloads, encoding: 'utf8' });
  expect(check()).toMatchObject({ status: 0, stdout: `${tarball}: OK\n` });
  writeFileSync(join(downloads, tarball), 'something else');
  expect(check()).toMatchObject({ status: 1, stdout: `${tarball}: FAILED\n` });
});

it('publishes nothing: without --dry-run it says so', () => {
  const { status, stderr } = spawnSync('npm', ['run', '-s', 'release'], { cwd: root, encoding: 'utf8' });
  expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining('a person’s act') as unknown });
});
