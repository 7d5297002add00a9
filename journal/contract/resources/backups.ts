// Encrypted copies of the whole book.
import { z } from 'zod';
import { resource } from '../core/endpoint.ts';
import { timestamp, nonBlankText } from '../core/fields.ts';
import { once } from '../core/once.ts';

const chosen = once(() => z.strictObject({ path: nonBlankText(500).describe('As listed, or the file name alone') }));

const drill = once(() =>
  z.object({
    at: timestamp,
    filename: z.string(),
    status: z.enum(['passed', 'failed']),
    error: z.string().nullable(),
  }),
);

export const backups = resource('leaves-trades', {
  create: () => ({
    method: 'POST',
    path: '/backups',
    summary: 'Make a backup, verify it, and let the oldest go',
    response: z.object({
      status: z.enum(['success', 'failed', 'partial']),
      backup_path: z.string().nullable(),
      files_backed_up: z.int(),
      elapsed_seconds: z.number(),
      error: z.string().nullable(),
    }),
    errors: [503, 507],
    role: 'read-write',
    audit: 'backup.create',
    write: 'service',
  }),
  list: () => ({
    method: 'GET',
    path: '/backups',
    summary: 'The backups, newest first',
    response: z.array(
      z.object({
        path: z.string(),
        filename: z.string(),
        size_bytes: z.int(),
        modified_at: timestamp,
        pinned: z.boolean().describe('Retained until a person removes it'),
      }),
    ),
    role: 'read-only',
  }),
  verify: () => ({
    method: 'POST',
    path: '/backups/verify',
    summary: 'Is a backup whole and readable',
    body: chosen(),
    response: z.object({ status: z.enum(['valid', 'corrupted', 'failed']), error: z.string().nullable() }),
    errors: [404],
    role: 'read-only',
  }),
  drill: () => ({
    method: 'POST',
    path: '/backups/drill',
    summary: 'Unpack the newest backup and look at every page of it, away from the book',
    response: drill(),
    errors: [404],
    role: 'admin',
    audit: 'backup.drill',
    write: 'service',
  }),
  lastDrill: () => ({
    method: 'GET',
    path: '/backups/drill',
    summary: 'What came of the last restore drill; the service makes one every week',
    response: drill().nullable(),
    role: 'read-only',
  }),
  restore: () => ({
    method: 'POST',
    path: '/backups/restore',
    summary: 'Replace the book by a backup; the previous book is retained',
    body: chosen(),
    response: z.object({
      status: z.enum(['success', 'failed', 'invalid_passphrase', 'corrupted']),
      error: z.string().nullable(),
      kept_aside: z.string().nullable(),
    }),
    errors: [404],
    role: 'admin',
    audit: 'backup.restore',
    write: 'service',
    wantsPassphrase: true,
    touchesTrades: true,
  }),
});
