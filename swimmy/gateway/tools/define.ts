// What the tool files share: the gateway they call, and the words several of them use.
import { toolsFor } from '@zorivest/kernel';
import * as z from 'zod';
import type { Requests } from '../requests.ts';
import type { SourceFile, SourceReading } from '../status-files.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';

export interface Gateway {
  readonly requests: Requests;
  readonly store: Store;
  readonly tables: Tables;
  readonly files: { readonly status: SourceFile; readonly backtestStatus: SourceFile; readonly metrics: SourceFile };
  readonly now: () => number;
}

export const tool = toolsFor<Gateway>();
export const READ = { readOnly: true, destructive: false, idempotent: true, openWorld: false } as const;
export const plain = { guard: 'unguarded', confirmation: 'none' } as const;
export const jsonObject = z.record(z.string(), z.unknown());
/** The caller of a direct method, with the key in its parameters: a program, which needs no token budget. */
export const DIRECT = 'direct';
export const requestId = z.string().min(1).max(200);
export const iso = (ms: number) => new Date(ms).toISOString();

export const sourceSchema = z.object({
  source_schema_version: z.number().nullable(),
  mtime: z.string().nullable(),
  stale: z.boolean().describe('Older than five minutes, or absent'),
});
export const sourceOf = ({ source_schema_version, mtime, stale }: SourceReading) => ({
  source_schema_version,
  mtime,
  stale,
});
