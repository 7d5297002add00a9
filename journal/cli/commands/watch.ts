// `zorivest watch FOLDER`: statements that are put there are imported automatically.
import { resolve } from 'node:path';
import type { JournalClient } from '@zorivest/contract';
import { signIn } from '../endpoint-commands/run.ts';
import { say, sayJson, table, UsageError } from '../output.ts';
import { connect } from '../service.ts';
import { accountNamed } from '../endpoint-commands/accounts-named.ts';

export interface WatchOptions {
  readonly json: boolean;
  readonly off: boolean;
  readonly account?: string;
}

type WatchState = Awaited<ReturnType<JournalClient['imports']['watch']>>;

/** Without a folder it says what is watched. */
export async function watchFolder(home: string, folder: string | undefined, options: WatchOptions): Promise<void> {
  if (options.off && folder !== undefined) throw new UsageError('give a folder or --off, not both');
  const { passphrase } = await signIn(home);
  const service = await connect(home);
  try {
    const client = service.client({ kind: 'passphrase', passphrase });
    const account =
      options.account === undefined ? undefined : accountNamed(await client.accounts.list({}), options.account);
    if (options.off) await client.imports.stopWatch({});
    else if (folder !== undefined)
      await client.imports.setWatch({
        body: { folder: resolve(folder), ...(account !== undefined && { account_id: account.account_id }) },
      });
    const watched = await client.imports.watch({});
    if (options.json) sayJson(watched);
    else say(describe(watched, folder !== undefined));
  } finally {
    await service.close();
  }
}

function describe({ state, folder, account_id, warning, fault, files }: WatchState, isNew: boolean): string {
  if (folder === null) return 'No folder is watched; `zorivest watch FOLDER` begins.';
  const states = {
    watching: 'watched while the service runs',
    paused: 'not looked at while the assistants are stopped',
    failed: `not looked at: ${fault ?? ''}`,
    off: 'not watched',
  } as const;
  const lines = [`${folder} is ${states[state]}${account_id === null ? '' : `, for the account ${account_id}`}.`];
  if (isNew && warning !== null) lines.push(`  ${warning}`, '  `zorivest watch --off` ends it.');
  if (files.length > 0)
    lines.push(
      table([
        ['FILE', 'STATE', 'WHAT', 'RUN'],
        ...files.map((file) => [file.name, file.state, file.message, file.run_id ?? '']),
      ]),
    );
  return lines.join('\n');
}
