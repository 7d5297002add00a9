// A migration that was released is never edited: existing books would then differ from
// new ones. The statements of each step are hashed when a version's fixture is made and stored next to it, and `npm run check schema`
// compares every later version with them.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dialectOf, type Migration, openConnection } from '@zorivest/store';
import { Kysely } from 'kysely';

export interface ReleasedStep {
  readonly version: number;
  readonly name: string;
  /** Hash of its statements on an empty database after the steps before it. */
  readonly sha256: string;
}

/** The steps of each database, by its name. */
export type Steps = Readonly<Record<string, readonly ReleasedStep[]>>;

export const RELEASED = 'migrations.json';

export async function hashSteps(migrations: readonly Migration[]): Promise<ReleasedStep[]> {
  const folder = mkdtempSync(join(tmpdir(), 'zorivest-steps-'));
  const connection = openConnection(join(folder, 'empty.db'), Buffer.alloc(32, 1), { create: true });
  let statements: string[] = [];
  const db = new Kysely<unknown>({
    dialect: dialectOf(connection),
    // Line breaks in a statement do not matter to the database.
    log: ({ query }) => {
      statements.push(query.sql.replaceAll(/\s+/g, ' ').trim(), JSON.stringify(query.parameters));
    },
  });
  try {
    const steps: ReleasedStep[] = [];
    for (const { version, name, up } of migrations) {
      statements = [];
      await db.transaction().execute(up);
      steps.push({ version, name, sha256: createHash('sha256').update(statements.join('\n')).digest('hex') });
    }
    return steps;
  } finally {
    await db.destroy();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a version released and today's steps do otherwise. */
function stepFaults(
  release: string,
  database: string,
  released: readonly ReleasedStep[],
  today: readonly ReleasedStep[],
) {
  const newest = Math.max(0, ...released.map(({ version }) => version));
  const describeStep = ({ version, name }: ReleasedStep) => `${database}: migration ${version} (${name})`;
  return [
    ...released.flatMap((step) => {
      const now = today.find(({ version }) => version === step.version);
      if (now === undefined || now.name !== step.name)
        return [`${describeStep(step)} was released with ${release} and is gone`];
      if (now.sha256 === step.sha256) return [];
      return [`${describeStep(step)} was released with ${release} and has been edited since: write a new one instead`];
    }),
    ...today.flatMap((step) =>
      step.version > newest || released.some(({ version }) => version === step.version)
        ? []
        : [`${describeStep(step)} comes before ${newest}, which was released with ${release}: give it the next number`],
    ),
  ];
}

/** Of every version whose fixture is in `folder`. */
export function releasedFaults(folder: string, today: Steps): string[] {
  const versions = existsSync(folder)
    ? readdirSync(folder).filter((name) => existsSync(join(folder, name, RELEASED)))
    : [];
  return versions.flatMap((release) => {
    // Written by `npm run release:fixture`.
    const released = JSON.parse(readFileSync(join(folder, release, RELEASED), 'utf8')) as Steps;
    return Object.entries(released).flatMap(([database, steps]) =>
      stepFaults(release, database, steps, today[database] ?? []),
    );
  });
}
