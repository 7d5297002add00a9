// A backup that was never restored is a hope. Once a week the newest one is unpacked, opened and looked at page by page,
// away from the book; the result is stored with the backups, where it can be read while the vault is locked.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '@zorivest/store';

const WEEK = 7 * 86_400_000;

const drillSchema = z.object({
  at: z.string(),
  filename: z.string(),
  status: z.enum(['passed', 'failed']),
  error: z.string().nullable(),
});
export type Drill = z.output<typeof drillSchema>;

const pathIn = (folder: string) => join(folder, 'restore-drill.json');

export function lastDrill(folder: string): Drill | null {
  try {
    return existsSync(pathIn(folder)) ? drillSchema.parse(JSON.parse(readFileSync(pathIn(folder), 'utf8'))) : null;
  } catch {
    return null;
  }
}

export async function noteDrill(folder: string, drill: Drill): Promise<void> {
  await replaceFile(pathIn(folder), `${JSON.stringify(drill)}\n`);
}

/** A clock set back makes it due, not postponed for years. */
export function isDrillDue(folder: string, now: Date): boolean {
  const last = lastDrill(folder);
  return last === null || Math.abs(now.getTime() - Date.parse(last.at)) >= WEEK;
}
