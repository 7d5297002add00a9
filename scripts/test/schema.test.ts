import { writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runStatements } from '../../journal/store/database/migrate.ts';
import { databases, schemaFaults, type Declared } from '../schema.ts';

const control = databases.find(({ type }) => type === 'ControlDatabase') as Declared;

// One reading of the declarations takes ten seconds: every fault is planted at once.
it('what a migration makes and nobody declares, what is declared and nobody makes, and what is stored otherwise is named', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'planted-')), 'tables.ts');
  writeFileSync(
    file,
    `import type { ControlDatabase as Real } from ${JSON.stringify(control.file)};
export type ControlDatabase = Real & { key_modes: { declared: string }; added: { id: number }; other: { at: string } };
`,
  );
  const planted: Declared = {
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
