// Gets plans of the costliest statements, and proof that an index would help: plans from a server that is only read, proof
// from a scratch server.
import type { HeldStatement } from '../inputs/logs/read.ts';
import type { IndexProof } from '../model/snapshot.ts';
import type { Dsn } from './dsn.ts';
import { openMysql } from './mysql.ts';
import { openPostgres } from './postgres.ts';
import { explainable, runnable } from './safe.ts';
import { openScratch, proofOf, type Scratch } from './scratch.ts';
import type { Candidate, ExplainResult, PlanServer } from './server.ts';

export interface PlanAnswer {
  readonly explained: ExplainResult | null;
  readonly proof: IndexProof | null;
}

export interface Databases {
  /** Only read. */
  readonly dsn: Dsn | null;
  /** For trying things. */
  readonly scratch: Dsn | null;
}

/** Which index a class lacks, by what is known of it now. */
export type CandidateOf = (classId: string, explained: ExplainResult | null) => Candidate | null;

/** Fails as `askPlans` would, before a long log has been read for nothing. */
export async function checkDatabases({ dsn, scratch }: Databases): Promise<void> {
  if (dsn !== null) await (await openServer(dsn)).close();
  if (scratch !== null) await (await openScratch(scratch)).close();
}

export async function askPlans(
  { dsn, scratch }: Databases,
  statements: readonly HeldStatement[],
  candidateOf: CandidateOf,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, PlanAnswer>> {
  const asked = dsn ?? scratch;
  if (asked === null) return new Map();
  const server = await openServer(asked);
  const trial = scratch === null ? null : await openScratch(scratch);
  const stop = () => {
    server.destroy();
    trial?.destroy();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    const byClass = new Map<string, PlanAnswer>();
    for (const held of statements) byClass.set(held.class_id, await answer(held, asked, server, trial, candidateOf));
    return byClass;
  } finally {
    signal.removeEventListener('abort', stop);
    await server.close();
    await trial?.close();
  }
}

function openServer(dsn: Dsn): Promise<PlanServer> {
  return dsn.engine === 'mysql' ? openMysql(dsn) : openPostgres(dsn);
}

async function answer(
  { class_id: id, sql, database }: HeldStatement,
  { engine }: Dsn,
  server: PlanServer,
  trial: Scratch | null,
  candidateOf: CandidateOf,
): Promise<PlanAnswer> {
  const statement = explainable(sql, engine);
  const explained = statement === null ? null : await server.explain(statement, database).catch(() => null);
  const candidate = candidateOf(id, explained);
  if (candidate === null) return { explained, proof: null };
  // An index that cannot be tested stays a candidate.
  const proof = await prove(sql, statement, candidate, { engine, server, trial }).catch(() => null);
  return { explained, proof };
}

async function prove(
  sql: string,
  statement: string | null,
  candidate: Candidate,
  { engine, server, trial }: { engine: Dsn['engine']; server: PlanServer; trial: Scratch | null },
): Promise<IndexProof | null> {
  if (trial !== null) {
    const tried = runnable(sql, engine);
    const result = tried === null ? null : await trial.tryIndex(tried, candidate);
    if (result === null) return null;
    return proofOf(candidate, result, await server.rowsOf(candidate.table).catch(() => null));
  }
  return statement === null || server.tryIndex === null ? null : server.tryIndex(statement, candidate);
}
