/** A real service on a real encrypted book, and the environment that points our command to it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initBook, startService } from '@zorivest/api';
import { demoBook } from '@zorivest/demo';
import { createClient, type JournalClient } from '@zorivest/contract';

export const BIN = join(import.meta.dirname, '../../journal/mcp/bin/zorivest-mcp.js');

export interface BenchService {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly api: JournalClient;
  close(): Promise<void>;
}

/** The clock of its service starts at `now` where one is given. */
export async function openBenchService({ now }: { readonly now?: Date } = {}): Promise<BenchService> {
  const home = mkdtempSync(join(tmpdir(), 'zorivest-bench-'));
  const { api_key: apiKey } = await initBook(home, 'a passphrase for the bench');
  const ahead = now === undefined ? 0 : now.getTime() - Date.now();
  const service = await startService({ demo: demoBook, home, port: 0, now: () => new Date(Date.now() + ahead) });
  return {
    apiUrl: service.url,
    apiKey,
    api: createClient({ baseUrl: service.url, auth: { kind: 'key', apiKey } }),
    close: async () => {
      await service.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export function environment({ apiUrl, apiKey }: BenchService): Record<string, string> {
  return { ZORIVEST_API_URL: apiUrl, ZORIVEST_API_KEY: apiKey };
}
