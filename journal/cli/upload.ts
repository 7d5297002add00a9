// A file on its way to the service, with a bar while it is sent.
import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { UploadFailed, type UploadFile } from '@zorivest/contract';
import { UserError } from './output.ts';
import { startProgress } from './progress.ts';

export function mustBeFiles(paths: readonly string[]): void {
  for (const path of paths) {
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new UserError(`there is no file ${path}`);
  }
}

export function uploadOf(path: string): UploadFile {
  const size = statSync(path).size;
  return {
    name: basename(path),
    bytes: async function* () {
      const progress = startProgress(basename(path));
      let sent = 0;
      try {
        for await (const piece of createReadStream(path)) {
          sent += (piece as Buffer).length;
          progress.at(sent / size);
          yield piece as Buffer;
        }
      } catch (error) {
        throw new UploadFailed(`${path} cannot be read: ${(error as Error).message}`);
      } finally {
        progress.end();
      }
    },
  };
}
