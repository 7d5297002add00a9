// `npm run check schema`: the tables that the migrations make and those that the code declares are the same, column by
// column. An empty database is made and its columns are written down as types; TypeScript then compares the declarations
// with them, both ways, and its errors are reported by table and column. Also, a released migration must be
// unchanged.
import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { controlMigrations } from '../journal/api/control/migrations/index.ts';
import { openConnection, type Connection } from '../journal/store/database/dialect.ts';
import { migrate, type Migration } from '../journal/store/database/migrate.ts';
import { migrations } from '../journal/store/database/migrations/index.ts';
import { hashSteps, releasedFaults, type Steps } from './released-migrations.ts';

const root = join(import.meta.dirname, '..');

/** A database of ours: what makes it, and the type that says what is in it. */
export interface DatabaseDeclaration {
  readonly name: string;
  readonly migrations: readonly Migration[];
  readonly type: string;
  readonly file: string;
  /** Files that add tables to the type. */
  readonly adds: readonly string[];
}

const tablesIn = (packages: string): string[] =>
  globSync(`journal/${packages}/**/tables.ts`, { cwd: root }).map((file) => join(root, file));

export const databases: readonly DatabaseDeclaration[] = [
  {
    name: 'the book',
    migrations,
    type: 'Database',
    file: join(root, 'journal/store/index.ts'),
    adds: tablesIn('{store,market,records,analytics,integrations}'),
  },
  {
    name: 'control.db',
    migrations: controlMigrations,
    type: 'ControlDatabase',
    file: join(root, 'journal/api/control/tables.ts'),
    adds: tablesIn('api'),
  },
];

interface MadeColumn {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

const KINDS: Readonly<Record<string, string>> = {
  text: 'string',
  integer: 'number',
  bigint: 'number',
  real: 'number',
  blob: 'Uint8Array',
};

interface MadeTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly kind: string }[];
}

function tablesOf(connection: Connection): MadeTable[] {
  const tables = connection
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'")
    .all() as { name: string }[];
  return tables
    .filter(({ name }) => name !== 'schema_migrations')
    .map(({ name }) => ({
      name,
      columns: (connection.pragma(`table_info("${name}")`) as MadeColumn[]).map((column) => {
        const kind = KINDS[column.type.toLowerCase()] ?? 'never';
        return { name: column.name, kind: column.notnull === 1 || column.pk > 0 ? kind : `${kind} | null` };
      }),
    }));
}

/** A line of TypeScript that fails when the two differ, and what that means; `$` stands for the names in the error. */
interface Line {
  readonly code: string;
  readonly fault: string;
}

const HELPERS = `type StoredValue<C> = C extends { readonly __select__: infer S } ? S : C;
type Same<D, M> = [null extends D ? 1 : 0, NonNullable<D>] extends [null extends M ? 1 : 0, NonNullable<M>] ? true : false;`;

function linesOf(tables: readonly MadeTable[]): Line[] {
  const union = (names: readonly { readonly name: string }[]) => names.map(({ name }) => `'${name}'`).join(' | ');
  return [
    {
      code: `(null! as Exclude<keyof Declared, ${union(tables)}>) satisfies never;`,
      fault: '$ is declared, and no migration makes it',
    },
    ...tables.flatMap(({ name: table, columns }) => [
      {
        code: `(null! as Declared['${table}']) satisfies object;`,
        fault: `${table} is made by a migration, and declared nowhere`,
      },
      {
        code: `(null! as Exclude<keyof Declared['${table}'], ${union(columns)}>) satisfies never;`,
        fault: `${table}.$ is declared, and no migration makes it`,
      },
      ...columns.flatMap(({ name, kind }) => [
        {
          code: `(null! as Declared['${table}']['${name}']) satisfies unknown;`,
          fault: `${table}.${name} is made by a migration, and declared nowhere`,
        },
        {
          code: `(true as const) satisfies Same<StoredValue<Declared['${table}']['${name}']>, ${kind}>;`,
          fault: `${table}.${name} is stored as ${kind}, and declared as something else`,
        },
      ]),
    ]),
  ];
}

/** TypeScript's errors by line of the file; it exits with an error code when there are any. */
async function complaints(file: string): Promise<ReadonlyMap<number, string>> {
  const config = `${file}.json`;
  const compilerOptions = { incremental: false, typeRoots: [join(root, 'node_modules/@types')] };
  writeFileSync(
    config,
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, files: [file], include: [] }),
  );
  const output = await promisify(execFile)('tsc', ['-p', config, '--pretty', 'false', '--checkers', '1'], {
    cwd: root,
  }).then(
    ({ stdout }) => stdout,
    (error: { readonly stdout?: string; readonly message: string }) => error.stdout || error.message,
  );
  const found = new Map<number, string>();
  for (const line of output.split('\n')) {
    const [, at, message] = /judge\.ts\((\d+),\d+\): error TS\d+: (.*)/.exec(line) ?? [];
    if (at !== undefined && message !== undefined) found.set(Number(at), message);
    // Other errors are reported by the types step; but then nothing was checked here.
    else if (/error TS/.test(line)) throw new Error(line);
  }
  return found;
}

/** What is in one place only, or in both and not the same. */
export async function schemaFaults({
  name: database,
  migrations: steps,
  type,
  file,
  adds,
}: DatabaseDeclaration): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'zorivest-schema-'));
  try {
    const connection = openConnection(join(folder, 'empty.db'), Buffer.alloc(32, 1), { create: true });
    await migrate(connection, steps, () => new Date(0));
    const lines = linesOf(tablesOf(connection));
    connection.close();
    const also = adds.map((path) => `import type {} from ${JSON.stringify(path)};\n`).join('');
    const head = `import type { ${type} as Declared } from ${JSON.stringify(file)};\n${also}${HELPERS}\n`;
    const judge = join(folder, 'judge.ts');
    writeFileSync(judge, `${head}${lines.map(({ code }) => `${code}\n`).join('')}`);
    const found = await complaints(judge);
    const first = head.split('\n').length;
    const faults = lines.flatMap(({ fault }, index) => {
      const message = found.get(first + index);
      if (message === undefined) return [];
      const names = [...message.matchAll(/"(\w+)"/g)].map((hit) => hit[1] ?? '');
      return fault.includes('$') ? names.map((name) => fault.replace('$', name)) : [fault];
    });
    // A table or column that is not there has no kind either.
    const gone = faults.flatMap((fault) => /^(\S+) is made by/.exec(fault)?.[1] ?? []);
    return faults
      .filter((fault) => !gone.some((name) => fault.startsWith(`${name}.`) || fault.startsWith(`${name} is stored`)))
      .map((fault) => `${database}: ${fault}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What every step of every database says, by the database's name. */
export async function stepsOfToday(): Promise<Steps> {
  return Object.fromEntries(
    await Promise.all(databases.map(async (one) => [one.name, await hashSteps(one.migrations)] as const)),
  );
}

if (import.meta.main) {
  const faults = [
    ...releasedFaults(join(root, 'release/fixtures'), await stepsOfToday()),
    ...(await Promise.all(databases.map(schemaFaults))).flat(),
  ];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
