// `npm run image`: what the Dockerfile copies, in dist/image: our packages as npm has them, and for each architecture a tar with
// a real Node and the packages that must stay packages. Building the image then needs no network and runs no install script.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PackedPackage, packPublished } from './packing.ts';
import { nodeFor, nodeModulesFor } from './parts.ts';
import { nameOf, platforms, type Platform } from './platforms.ts';
import { published } from './published.ts';
import { tar, type TarFile } from './tar.ts';

const root = join(import.meta.dirname, '../..');

/** What Docker calls an architecture. */
const dockerNames: Readonly<Record<Platform['arch'], string>> = { x64: 'amd64', arm64: 'arm64' };

function contentFor(packed: readonly PackedPackage[], platform: Platform): Buffer {
  const files: Record<string, TarFile> = { 'node/bin/node': { content: nodeFor(platform), isExecutable: true } };
  for (const { name } of published) {
    const { dependencies = {} } = packed.find((each) => each.name === name) ?? {};
    for (const [file, content] of Object.entries(nodeModulesFor(Object.keys(dependencies), platform)))
      files[`${name}/${file}`] = { content };
  }
  return tar(files);
}

/** Gives what could not be had, each with why. */
export function writeImageContext(out: string, packed: readonly PackedPackage[], tarballs: string): readonly string[] {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, 'npm'), { recursive: true });
  for (const { name, file } of packed)
    if (published.some((each) => each.name === name)) copyFileSync(join(tarballs, file), join(out, 'npm', file));
  return platforms
    .filter(({ os }) => os === 'linux')
    .flatMap((platform) => {
      try {
        writeFileSync(join(out, `${dockerNames[platform.arch]}.tar`), contentFor(packed, platform));
        return [];
      } catch (error) {
        return [`the image for ${nameOf(platform)}: ${(error as Error).message}`];
      }
    });
}

if (import.meta.main) {
  const work = join(root, 'dist/image-work');
  const packed = await packPublished(join(work, 'npm'), work);
  const left = writeImageContext(join(root, 'dist/image'), packed, join(work, 'npm'));
  rmSync(work, { recursive: true, force: true });
  for (const why of left) console.error(`left out: ${why}`);
  console.log('dist/image is ready: `docker build -t zorivest .`');
}
