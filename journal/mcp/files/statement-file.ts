/**
 * Reading a file of the person's choice. The threat: an assistant talked into importing, and so reading out, any file
 * of this machine. Only regular files of a statement's kind under the allowed folders are read, links are followed
 * before that is decided, and content never appears in an answer or an error.
 */
import { open, realpath, type FileHandle } from 'node:fs/promises';
import { basename, delimiter, extname, isAbsolute, relative, resolve } from 'node:path';
import { UploadFailed, type UploadFile } from '@zorivest/contract';
import { codes, KernelError } from '@zorivest/kernel';
import type { Host } from '../tool.ts';

const MB = 1024 * 1024;
/** What the service takes. A file is read while it is sent, so its size costs no memory here. */
const LARGEST_MB = 200;
const LARGEST_PDF_MB = 25;
const PIECE = 64 * 1024;

export async function readStatement(path: string, extensions: readonly string[], host: Host): Promise<UploadFile> {
  const real = await realpath(resolve(host.cwd, expandHome(path, host))).catch(() => undefined);
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
  const largest = extensions.includes('.pdf') ? LARGEST_PDF_MB : LARGEST_MB;
  await refuseUnfit(real, path, largest);
  return { bytes: () => piecesOf(real, path, largest), name: basename(real) };
}

function expandHome(path: string, { home }: Host): string {
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

/** Reported before anything is sent. */
async function refuseUnfit(real: string, shown: string, largest: number): Promise<void> {
  const file = await openFile(real, shown, largest);
  await file.handle.close();
}

async function openFile(real: string, shown: string, largest: number): Promise<{ handle: FileHandle; size: number }> {
  const handle = await open(real, 'r').catch(() => undefined);
  if (!handle) throw refusal(`${shown} cannot be read.`);
  const facts = await handle.stat();
  const fault = !facts.isFile()
    ? `${shown} is not a file.`
    : facts.size > largest * MB
      ? `${shown} is larger than ${largest} MB; split it.`
      : null;
  if (fault === null) return { handle, size: facts.size };
  await handle.close();
  throw refusal(fault);
}

/** One handle for the check and the read, so that nothing can be swapped between them. */
async function* piecesOf(real: string, shown: string, largest: number): AsyncGenerator<Uint8Array> {
  const { handle, size } = await openFile(real, shown, largest);
  try {
    let sent = 0;
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(PIECE), 0, PIECE, sent);
      if (bytesRead === 0) break;
      sent += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
    // Half a download would be imported as if it were all of it.
    if (sent !== size) throw new UploadFailed(`${shown} is being written; import it when it is complete.`);
  } finally {
    await handle.close();
  }
}

function refusal(message: string): KernelError {
  return new KernelError(codes.invalidArguments, message);
}
