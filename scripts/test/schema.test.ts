import { writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runStatements } from '../../journal/store/database/migrate.ts';
import { databases, schemaFaults, type Declared } from '../schema.ts';

const control = databases.find(({ type }) => type === 'ControlDatabase') as Declared;

/** control.db with one more step. */
const withStep = (statement: string): Declared => ({
  ...control,
  migrations: [...control.migrations, { version: 99, name: 'planted', up: (db) => runStatements(db, [statement]) }],
});

/** control.db as a file declares it that adds to what there is. */
async function declaring(more: string): Promise<Declared> {
  const file = join(await mkdtemp(join(tmpdir(), 'planted-')), 'tables.ts');
  writeFileSync(
    file,
    `import type { ControlDatabase as Real } from ${JSON.stringify(control.file)};\nexport type ControlDatabase = Real & ${more};\n`,
  );
  return { ...control, file };
}

it('a column that a migration makes and nobody declares is named, and so is a table', async () => {
  expect(await schemaFaults(withStep('alter table key_modes add column planted text'))).toEqual([
    'control.db: key_modes.planted is made by a migration, and declared nowhere',
  ]);
  expect(await schemaFaults(withStep('create table planted (id integer)'))).toEqual([
    'control.db: planted is made by a migration, and declared nowhere',
  ]);
});

it('a column that is declared and that no migration makes is named, and so is a table', async () => {
  expect(await schemaFaults(await declaring('{ key_modes: { planted: string }; added: { id: number } }'))).toEqual([
    'control.db: added is declared, and no migration makes it',
    'control.db: key_modes.planted is declared, and no migration makes it',
  ]);
});

it('a column that is stored as something else than it is declared is named', async () => {
  expect(
    await schemaFaults({
      ...(await declaring('{ planted: { at: string } }')),
      migrations: withStep('create table planted (at integer)').migrations,
    }),
  ).toEqual(['control.db: planted.at is stored as number | null, and declared as something else']);
});
