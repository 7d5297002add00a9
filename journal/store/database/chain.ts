// A chain over the rows of a table: each row is signed together with the one before it, under a key that lies sealed in the
// same file and opens with the vault alone. A row that is changed, removed or moved afterwards is found by its number.
import { randomBytes } from 'node:crypto';
import { type Connection, hasTable } from './dialect.ts';
import { type RandomBytes, sign, subkey } from '../sealing/envelope.ts';
import { seal, unseal } from '../sealing/seal.ts';
import { sealedFor } from '../sealing/sealed-columns.ts';

const KEYS = 'record_keys';

/** Where a chain ends. */
export interface Head {
  readonly id: number;
  readonly hash: string;
}

export const headText = ({ id, hash }: Head): string => `${id}:${hash}`;

export function parseHead(text: string): Head {
  const at = text.indexOf(':');
  return { id: Number(text.slice(0, at)), hash: text.slice(at + 1) };
}

/** The key of the chains in a file, in text; made when the file is first opened for writing. Null where there is none. */
export function chainKey(
  connection: Connection,
  dataKey: Uint8Array,
  { make, random = randomBytes }: { readonly make: boolean; readonly random?: RandomBytes },
): string | null {
  if (!hasTable(connection, KEYS)) return null;
  const vault = { subkey: (purpose: string) => subkey(dataKey, purpose) };
  const row = connection.prepare(`select id, sealed from ${KEYS} order by id desc limit 1`).get() as
    | { id: number; sealed: string | null }
    | undefined;
  const sealed = row?.sealed ?? null;
  const held = sealed === null ? null : unseal({ vault }, sealedFor.recordChain, sealed);
  if (held !== null || !make) return held;
  const key = random(32).toString('hex');
  connection
    .prepare(`insert into ${KEYS} (id, sealed) values (?, ?)`)
    .run((row?.id ?? 0) + 1, seal({ vault, random }, sealedFor.recordChain, key));
  return key;
}

/** What is signed: every column that has a value, in the order of names, so that a column that is added later changes nothing. */
function canonical(row: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(row).filter(
    ([name, value]) => name !== 'hash' && value !== null && value !== undefined,
  );
  return JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

export function hashOfRow(key: string, prev: string, row: Readonly<Record<string, unknown>>): string {
  return sign(Buffer.from(key, 'hex'), `${prev}\n${canonical(row)}`);
}

const FIRST: Head = { id: 0, hash: '' };

/** For one transaction of a connection: it remembers where the chain ends. */
export class Chain {
  readonly #connection: Connection;
  readonly #key: string;
  readonly #table: string;
  #last: Head | undefined;

  constructor(connection: Connection, key: string, table: string) {
    this.#connection = connection;
    this.#key = key;
    this.#table = table;
  }

  /** The last row, also where rows before it are gone. */
  head(): Head {
    const row = this.#connection
      .prepare(`select id, coalesce(hash, '') as hash from "${this.#table}" order by id desc limit 1`)
      .get();
    return (row as Head | undefined) ?? FIRST; // the columns named above
  }

  append(row: Readonly<Record<string, unknown>>): Head {
    const last = this.#last ?? { id: this.#lastId(), hash: this.head().hash };
    const whole = { ...row, id: last.id + 1, prev: last.hash };
    const signed = { ...whole, hash: hashOfRow(this.#key, last.hash, whole) };
    const names = Object.keys(signed);
    this.#connection
      .prepare(
        `insert into "${this.#table}" (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map(() => '?').join(', ')})`,
      )
      .run(...Object.values(signed).map((value) => value ?? null));
    this.#last = { id: signed.id, hash: signed.hash };
    return this.#last;
  }

  /** Numbers are never given twice, so a gap is a row that is gone. */
  #lastId(): number {
    const last = this.#connection.prepare('select seq from sqlite_sequence where name = ?').pluck().get(this.#table);
    return Number(last ?? 0);
  }
}
