import type { UploadFile } from '@zorivest/contract';
import { z } from 'zod';
import { readStatement } from '../../files/statement-file.ts';
import { onPage } from '../../link.ts';
import { reporting } from '../../progress.ts';
import { LONG_MS, WRITES, type ToolCall } from '../../tool.ts';

/** What the tools that read a file have in common. */
export const importsAFile = {
  hints: WRITES,
  shownAt: onPage('/imports'),
  cost: 'slow',
  timeoutMs: LONG_MS,
  promises: ['run_id', 'status', 'needs_review', 'imported', 'duplicates', 'invalid', 'errors', 'warnings'],
  conciseDrops: ['confidence'],
} as const;

export const filePath = () =>
  z.string().trim().min(1).max(4096).describe('Path of the file.').meta({
    detail:
      'On this machine, under the home folder unless ZORIVEST_IMPORT_ROOTS says otherwise; at most 200 MB (PDFs 25).',
  });

/** Files are read here, on the person's machine, and sent to the service. */
export async function importing<T>(
  path: string,
  extensions: readonly string[],
  { app, context }: ToolCall,
  send: (file: UploadFile) => Promise<T>,
): Promise<T> {
  context.progress({ done: 0, message: 'Reading the file' });
  const file = await readStatement(path, extensions, app.host);
  return reporting(`Importing ${file.name}`, context, () => send(file), 1);
}
