// Reads releases from the package registry that npm is configured with.
import { execFileSync } from 'node:child_process';

export interface Release {
  readonly version: string;
  readonly license?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly engines?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly dist: { readonly integrity: string };
}

export type Registry = (name: string, version: string) => Promise<Release | null>;

const tries = 3;

/** Asks the registry; null when it does not have that release, an error when it does not answer. */
export function npmRegistry(): Registry {
  const base = execFileSync('npm', ['config', 'get', 'registry'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  }).trim();
  return async (name, version) => {
    const address = new URL(`${name.replace('/', '%2f')}/${version}`, base.endsWith('/') ? base : `${base}/`);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await fetch(address);
        if (answer.status === 404) return null;
        if (answer.ok) return (await answer.json()) as Release; // The registry's own format, read for a few fields.
        if (attempt === tries) throw new Error(`the registry answered ${answer.status} for ${name}@${version}`);
      } catch (error) {
        if (attempt === tries) throw error;
      }
    }
  };
}

/** Runs `work` over all items, a few at a time. */
export async function forEachConcurrently<T>(items: readonly T[], limit: number, work: (item: T) => Promise<void>) {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: limit }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
