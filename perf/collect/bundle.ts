// Reads a bundle from disk: the files its manifest names, each verified first.
import { lstat, readFile, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { FieldFault } from '@zorivest/kernel';
import { z } from 'zod';
import { hashFile } from '../inputs/files/pieces.ts';
import type { ArtifactInput } from '../snapshot/ingest.ts';

const manifestSchema = z.object({
  format: z.literal('collector_bundle'),
  inventory: z.array(
    z.object({
      type: z.string(),
      source_path: z.string(),
      storage_mode: z.enum(['copied', 'reference']),
      stored_path: z.string().nullable(),
      sha256: z.string(),
      size_bytes: z.number(),
      endpoint: z.string().optional(),
    }),
  ),
  outputs: z.object({ timings_json: z.string() }),
  checksums: z.object({ timings_json_sha256: z.string() }),
});

export type BundleResult =
  | { readonly ok: true; readonly artifacts: readonly ArtifactInput[] }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

export async function bundleArtifacts(bundlePath: string): Promise<BundleResult> {
  const folder = await realpath(bundlePath).catch(() => null);
  if (folder === null) return { ok: false, faults: [{ path: 'bundle_dir', message: 'there is no such folder' }] };
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => null);
  if (text === null)
    return {
      ok: false,
      faults: [
        {
          path: 'bundle_dir',
          message:
            'it has no manifest.json, so it is not a bundle: give its files (FOLDER/*), or create one with collect',
        },
      ],
    };
  const manifest = parseManifest(text);
  if (manifest === null)
    return { ok: false, faults: [{ path: 'bundle_dir', message: 'manifest.json is damaged or of another kind' }] };

  const faults: FieldFault[] = [];
  const artifacts: ArtifactInput[] = [];
  for (const [i, item] of manifest.inventory.entries()) {
    const path = item.storage_mode === 'reference' ? item.source_path : inside(folder, item.stored_path ?? '');
    const fault = path === null ? 'is outside the bundle' : await contentFault(path, item.sha256, item.size_bytes);
    if (fault === null && path !== null)
      artifacts.push({ path, ...(item.endpoint === undefined ? {} : { hints: { endpoint: item.endpoint } }) });
    else faults.push({ path: `inventory.${i}`, message: `${item.stored_path ?? item.source_path} ${fault}` });
  }
  const timings = inside(folder, manifest.outputs.timings_json);
  const fault =
    timings === null
      ? 'is outside the bundle'
      : await contentFault(timings, manifest.checksums.timings_json_sha256, null);
  if (fault === null && timings !== null) artifacts.push({ path: timings });
  else faults.push({ path: 'outputs.timings_json', message: `${manifest.outputs.timings_json} ${fault}` });
  return faults.length > 0 ? { ok: false, faults } : { ok: true, artifacts };
}

function parseManifest(text: string): z.output<typeof manifestSchema> | null {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function inside(folder: string, path: string): string | null {
  const full = resolve(folder, path);
  const within = relative(folder, full);
  return within === '' || within.startsWith('..') || isAbsolute(within) ? null : full;
}

async function contentFault(path: string, sha256: string, size: number | null): Promise<string | null> {
  const found = await lstat(path).catch(() => null);
  if (found === null) return 'is missing';
  if (!found.isFile()) return 'is not a regular file';
  if (size !== null && found.size !== size)
    return `has changed since it was collected: ${found.size} bytes, not ${size}`;
  return hashFile(path, found.size) === sha256 ? null : 'has changed since it was collected: its SHA-256 differs';
}
