import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runStatements } from '../../journal/store/database/migrate.ts';
import { hashSteps, RELEASED, releasedFaults } from '../released-migrations.ts';
import { databases, schemaFaults, stepsOfToday, type DatabaseDeclaration } from '../schema.ts';

const control = databases.find(({ type }) => type === 'ControlDatabase') as DatabaseDeclaration;

// One check of the declarations takes ten seconds: all faults are planted together.
it('names what a migration makes and no type declares, what is declared and no migration makes, and what is stored otherwise', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'planted-')), 'tables.ts');
  writeFileSync(
    file,
    `import type { ControlDatabase as Real } from ${JSON.stringify(control.file)};
export type ControlDatabase = Real & { key_modes: { declared: string }; added: { id: number }; other: { at: string } };
`,
  );
  const planted: DatabaseDeclaration = {
    ...control,
    file,
    migrations: [
      ...control.migrations,
      {
        version: 99,
        name: 'planted',
        up: (db) =>
          runStatements(db, [
            'alter table key_modes add column made text',
            'create table planted (id integer)',
            'create table other (at integer)',
          ]),
      },
    ],
  };
  expect((await schemaFaults(planted)).toSorted()).toEqual([
    'control.db: added is declared, and no migration makes it',
    'control.db: key_modes.declared is declared, and no migration makes it',
    'control.db: key_modes.made is made by a migration, and declared nowhere',
    'control.db: other.at is stored as number | null, and declared as something else',
    'control.db: planted is made by a migration, and declared nowhere',
  ]);
});

it('a migration that was edited, renamed or slipped in after a release is named, and a new one is none of these', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'released-'));
  mkdirSync(join(folder, '0.0.9'));
  const today = await stepsOfToday();
  writeFileSync(join(folder, '0.0.9', RELEASED), JSON.stringify(today));
  const faultsWith = async (migrations: DatabaseDeclaration['migrations']) =>
    releasedFaults(folder, { ...today, [control.name]: await hashSteps(migrations) });
  const step = (version: number, name: string, statement: string) => ({
    version,
    name,
    up: (db: Parameters<DatabaseDeclaration['migrations'][number]['up']>[0]) => runStatements(db, [statement]),
  });
  const [first, second] = control.migrations;
  if (first === undefined || second === undefined) throw new Error('control.db has two steps');
  expect(await faultsWith([...control.migrations, step(99, 'planted', 'create table planted (id integer)')])).toEqual(
    [],
  );
  const edited = {
    ...first,
    up: async (db: Parameters<typeof first.up>[0]) => {
      await first.up(db);
      await runStatements(db, ['alter table key_modes add column made text']);
    },
  };
  expect(await faultsWith([edited, second])).toEqual([
    `control.db: migration 1 (${first.name}) was released with 0.0.9 and has been edited since: write a new one instead`,
  ]);
  expect(await faultsWith([first, step(2, 'between', 'create table planted (id integer)'), second])).toEqual([
    `control.db: migration 2 (between) comes before ${second.version}, which was released with 0.0.9: give it the next number`,
  ]);
  expect(await faultsWith([first, { ...second, name: 'another' }])).toEqual([
    `control.db: migration ${second.version} (${second.name}) was released with 0.0.9 and is gone`,
  ]);
});
