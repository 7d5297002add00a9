// Whether there is a newer version, compared with a file that the person downloaded. No request is sent, nothing is changed.
import { readFileSync } from 'node:fs';
import { isNewerVersion, isVersion } from '@zorivest/contract';
import manifest from '../package.json' with { type: 'json' };
import { say, sayJson, UsageError, UserError } from '../output.ts';

function latestIn(file: string): string {
  let version: unknown;
  try {
    ({ version } = Object(JSON.parse(readFileSync(file, 'utf8'))) as { version?: unknown });
  } catch (error) {
    const isThere = error instanceof SyntaxError;
    throw new UserError(
      isThere
        ? `${file} is no JSON; it should be {"version":"0.2.0"}`
        : `${file} cannot be read: ${(error as Error).message}`,
    );
  }
  if (typeof version === 'string' && isVersion(version)) return version;
  throw new UserError(`${file} has no version such as {"version":"0.2.0"}`);
}

export function upgrade(file: string | undefined, options: { json: boolean; check: boolean }): void {
  if (!options.check)
    throw new UsageError(
      '`zorivest upgrade --check [FILE]` says whether this version is behind; npm, apt or brew install it',
    );
  const installed = manifest.version;
  if (file === undefined) {
    if (options.json) return sayJson({ installed, latest: null, behind: null });
    say(`This is Zorivest ${installed}. It does not check online for a newer version:`);
    say('download latest.json of the newest release and run `zorivest upgrade --check latest.json`.');
    return;
  }
  const latest = latestIn(file);
  const behind = isNewerVersion(latest, installed);
  if (options.json) return sayJson({ installed, latest, behind });
  if (!behind) return say(`This is Zorivest ${installed}: it is not behind ${latest}.`);
  say(`This is Zorivest ${installed}; ${latest} is newer.`);
  say(
    '`npm install --global zorivest` brings it, or the package you installed it with. The first `zorivest up` after it makes a backup.',
  );
}
