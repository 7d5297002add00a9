/** The doors of a pipeline on nothing but memory, for tests of its steps. Not part of the package's door. */
import Sqlite from 'better-sqlite3';
import { readRows, statementRefusals } from '@zorivest/store';
import type { Mail } from '../mail/mail.ts';
import type { Deliveries, Template } from './ports.ts';
import type { Policy } from './policy.ts';
import { policyDocument } from './policy.ts';
import { readableFunctions, readableTables } from './readable.ts';
import { renderReport } from './render/report.ts';
import type { SqlEngine } from './sql.ts';
import { StepError, type StepContext } from './step.ts';

/** A real SQLite with a few tables of the book. */
export function databaseInMemory(): { readonly db: Sqlite.Database; readonly sql: SqlEngine } {
  const db = new Sqlite(':memory:');
  db.exec(`
    create table trades (exec_id text primary key, instrument text, quantity text, price text, time text);
    create table api_keys (key_id text primary key, wrapped blob);
    create view all_keys as select * from api_keys;
    create index trades_by_instrument on trades (instrument);
    insert into trades values ('e1', 'AAPL', '10', '190.5', '2026-01-02T15:00:00Z'), ('e2', 'MSFT', '5', '410', '2026-01-03T15:00:00Z');
    insert into api_keys values ('k1', x'00');
  `);
  const refusalsOf = (statement: string): string[] => {
    try {
      return statementRefusals(db, statement, { tables: readableTables, functions: readableFunctions });
    } catch (error) {
      return [(error as Error).message];
    }
  };
  return {
    db,
    sql: {
      refusals: (statements) => Promise.resolve(statements.map(refusalsOf)),
      query: (sql, { binds, limit }) =>
        new Promise((resolve) => {
          const [refusal] = refusalsOf(sql);
          if (refusal !== undefined) throw new StepError(`SQL refused: ${refusal}`, 'SQL_BLOCKED');
          resolve(readRows(db, sql, binds, { rows: limit, bytes: 1e6 }));
        }),
    },
  };
}

export interface MemoryStore {
  readonly mails: Mail[];
  readonly files: Map<string, string>;
  readonly tables: Map<string, unknown[]>;
  readonly delivered: Map<string, string | null>;
}

export function memoryContext(over: Partial<StepContext> = {}): StepContext & { readonly memory: MemoryStore } {
  const memory: MemoryStore = { mails: [], files: new Map(), tables: new Map(), delivered: new Map() };
  const templates: Readonly<Record<string, Template>> = {
    daily: { name: 'daily', subject: null, body: '# Day\n\n{{ data.note }}', format: 'markdown' },
  };
  const deliveries: Deliveries = {
    claim: ({ key }) => {
      if (memory.delivered.has(key)) return Promise.resolve('delivered');
      memory.delivered.set(key, null);
      return Promise.resolve('claimed');
    },
    settle: (key, error) => {
      if (error === null) memory.delivered.set(key, null);
      else memory.delivered.delete(key);
      return Promise.resolve();
    },
  };
  return {
    memory,
    policyId: 'p1',
    policyName: 'Morning report',
    runId: 'run-1',
    contentHash: 'h',
    outputs: new Map(),
    signal: new AbortController().signal,
    now: () => new Date('2026-03-04T12:00:00Z'),
    sql: databaseInMemory().sql,
    market: {
      fetch: (_, query) =>
        Promise.resolve({ provider: 'finnhub', source: 'miss', records: [{ ticker: query.ticker, price: 190.5 }] }),
      download: () => Promise.resolve({ content: 'a,b', mimeType: 'text/csv' }),
      cursor: () => Promise.resolve(null),
      moveCursor: () => Promise.resolve(),
    },
    tables: {
      write: (table, rows) => {
        memory.tables.set(table, [...(memory.tables.get(table) ?? []), ...rows]);
        return Promise.resolve(rows.length);
      },
    },
    reports: { save: () => Promise.resolve({ reportId: 'r1', version: 1 }) },
    templates: { find: (name) => Promise.resolve(templates[name] ?? null) },
    render: (job) => renderReport(job),
    weekPage: (week) =>
      Promise.resolve({ week, title: `The week ${week}`, html: '<h1>The week</h1>', file_name: `week-${week}.pdf` }),
    outbox: {
      mailFault: () => Promise.resolve(null),
      mail: (mail) => {
        memory.mails.push(mail);
        return Promise.resolve();
      },
      file: (name, content) => {
        memory.files.set(name, Buffer.from(content).toString());
        return Promise.resolve(`reports/${name}`);
      },
      read: (name) => Promise.resolve(Buffer.from(memory.files.get(name) ?? '')),
    },
    deliveries,
    dryRun: false,
    confirmed: false,
    spend: () => Promise.resolve(),
    ...over,
  };
}

/** A policy around these steps. */
export function policyOf(steps: readonly object[], over: object = {}): Policy {
  return policyDocument.parse({
    schema_version: 2,
    name: 'Test',
    trigger: { cron_expression: '0 6 * * 1-5', timezone: 'America/New_York' },
    steps,
    ...over,
  });
}
