/**
 * Reading a file of the person's choice. The threat: an assistant talked into importing, and so reading out, any file
 * of this machine. Only regular files of a statement's kind under the allowed folders are read, links are followed
 * before that is decided, and content never appears in an answer or an error.
 */
import { open, realpath } from 'node:fs/promises';
import { basename, delimiter, extname, isAbsolute, relative, resolve } from 'node:path';
import type { UploadFile } from '@zorivest/contract';
import { codes, KernelError } from '@zorivest/kernel';
import type { Host } from '../tool.ts';

const LARGEST = 25 * 1024 * 1024;

export async function readStatement(path: string, extensions: readonly string[], host: Host): Promise<UploadFile> {
  const real = await realpath(resolve(host.cwd, expanded(path, host))).catch(() => undefined);
  if (real === undefined) throw refusal(`There is no file ${path}.`);
  const roots = await allowedRoots(host);
  if (!roots.some((root) => isInside(root, real))) {
    throw refusal(
      `${path} is outside the folders files may be imported from (${roots.join(', ')}). Move it there, or name its folder in ZORIVEST_IMPORT_ROOTS.`,
    );
  }
  if (!extensions.includes(extname(real).toLowerCase())) {
    throw refusal(`${path} is not of a kind this import takes: ${extensions.join(', ')}.`);
  }
  return { bytes: await bytesOf(real, path), name: basename(real) };
}

function expanded(path: string, { home }: Host): string {
  return path === '~' || path.startsWith('~/') ? home + path.slice(1) : path;
}

async function allowedRoots({ env, home, cwd }: Host): Promise<string[]> {
  const named = (env.ZORIVEST_IMPORT_ROOTS ?? '').split(delimiter).filter((root) => root !== '');
  const roots = await Promise.all(
    (named.length > 0 ? named : [home, cwd]).map((root) => realpath(root).catch(() => undefined)),
  );
  return [...new Set(roots.filter((root) => root !== undefined))];
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}

/** One handle for the check and the read, so that nothing can be swapped between them. */
async function bytesOf(real: string, shown: string): Promise<Uint8Array> {
  const file = await open(real, 'r').catch(() => undefined);
  if (!file) throw refusal(`${shown} cannot be read.`);
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw refusal(`${shown} is not a file.`);
    if (facts.size > LARGEST) throw refusal(`${shown} is larger than 25 MB; split it.`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

function refusal(message: string): KernelError {
  return new KernelError(codes.invalidArguments, message);
}
