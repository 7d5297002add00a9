// The `# Key: value` lines before a statement, as MySQL 5.0–8.x, Percona Server and MariaDB write them.
import type { PlanRow } from '../../model/snapshot.ts';
import { Key, keys, quickKeys, slotOf } from './header-keys.ts';
import { integer, isoMicroseconds, microseconds, shortMicroseconds } from './header-values.ts';
import { planFromLog } from './plan.ts';
import { DIGIT, kindOf, latin1, lineEnd, NEWLINE, newlineFrom, utf8 } from '../files/bytes.ts';
import { StatementRun } from '../statements/run.ts';
import { LONGEST_USUAL, NOT_USUAL, UsualLines } from './usual-lines.ts';

/** One record's header. One object is reused. */
export class Header extends StatementRun {
  hasQueryTime = false;
  /** Where the `# explain:` lines stand; -1 when there are none. */
  #explainStart = -1;
  #explainEnd = -1;

  /** The bytes `user` and `schema` were read from: most records repeat them. */
  #userBytes = new Uint8Array(0);
  #schemaBytes = new Uint8Array(0);

  begin(): void {
    this.queryUs = this.lockUs = this.rowsSent = this.rowsExamined = this.rowsAffected = this.bytesSent = 0;
    this.fullScan = this.fullJoin = this.filesort = this.filesortOnDisk = this.tmpTable = this.tmpTableOnDisk = false;
    this.failed = this.killed = this.hasQueryTime = false;
    this.weight = 1;
    this.threadId = 0;
    this.startUs = Number.NaN;
    this.#explainStart = -1;
  }

  override planIn(bytes: Uint8Array): readonly PlanRow[] | null {
    return this.#explainStart === -1 ? null : planFromLog(bytes, this.#explainStart, this.#explainEnd);
  }

  /**
   * Reads the header line at `start` and returns the index of its newline, or `limit` when the bytes end first.
   * What carries nothing we use is passed over.
   */
  line(bytes: Uint8Array, start: number, limit: number): number {
    const usual = start + LONGEST_USUAL > limit ? NOT_USUAL : this.#usual.readLine(this, bytes, start);
    if (usual !== NOT_USUAL) return usual;
    let i = start + 1;
    while (bytes[i] === 32 && i < limit) i++;
    if (unused[bytes[i]!] === 1) {
      const end = lineEnd(bytes, i, limit);
      if (bytes[i] === EXPLAIN) {
        if (this.#explainStart === -1) this.#explainStart = start;
        this.#explainEnd = end;
      }
      return end;
    }
    while (i < limit) {
      const end = this.#keyEnd(bytes, i, limit);
      if (end < 0) return newlineFrom(bytes, i, limit);
      const key = this.#key;
      i = end + 1;
      if (key >= Key.schema) i = this.#text(key, bytes, i, limit);
      else {
        while (bytes[i] === 32 && i < limit) i++;
        if (key !== Key.other) this.#value(key, bytes, i, limit);
        let c = bytes[i]!;
        while (c !== 32 && c !== NEWLINE && i < limit) c = bytes[++i]!;
      }
      while (bytes[i] === 32 && i < limit) i++;
      if (bytes[i] === NEWLINE && i < limit) return i;
    }
    return limit;
  }

  readonly #usual = new UsualLines();

  #key: Key = Key.other;

  /** Reads the key at `start` and returns the index of its colon, or -1 when there is none. */
  #keyEnd(bytes: Uint8Array, start: number, limit: number): number {
    // Three letters tell the common keys apart, so most of a line need not be looked at.
    const letters = bytes[start]! | (bytes[start + 5]! << 8) | (bytes[start + 8]! << 16);
    const known = quickKeys[slotOf(letters)]!;
    if (known.letters === letters && bytes[start + known.length] === 58 && start + known.length < limit) {
      this.#key = known.key;
      return start + known.length;
    }
    let hash = 0;
    let i = start;
    let c = bytes[i]!;
    while (c !== 58 && c !== 32 && c !== NEWLINE && i < limit) {
      hash = (Math.imul(hash, 31) + c) | 0;
      c = bytes[++i]!;
    }
    this.#key = keys.get(hash) ?? Key.other;
    return c === 58 && i < limit ? i : -1;
  }

  useSchema(name: string): void {
    this.schema = utf8(name);
    this.#schemaBytes = Buffer.from(name, 'latin1');
  }

  #value(key: Key, bytes: Uint8Array, i: number, end: number): void {
    switch (key) {
      case Key.queryTime:
        this.queryUs = microseconds(bytes, i, end);
        this.hasQueryTime = true;
        break;
      case Key.lockTime:
        this.lockUs = microseconds(bytes, i, end);
        break;
      case Key.rowsSent:
        this.rowsSent = integer(bytes, i, end);
        break;
      case Key.rowsExamined:
        this.rowsExamined = integer(bytes, i, end);
        break;
      case Key.rowsAffected:
        this.rowsAffected = integer(bytes, i, end);
        break;
      case Key.bytesSent:
        this.bytesSent = integer(bytes, i, end);
        break;
      case Key.threadId:
        this.threadId = integer(bytes, i, end);
        break;
      case Key.fullScan:
        this.fullScan = bytes[i] === YES;
        break;
      case Key.fullJoin:
        this.fullJoin = bytes[i] === YES;
        break;
      case Key.filesort:
        this.filesort = bytes[i] === YES;
        break;
      case Key.filesortOnDisk:
        this.filesortOnDisk = bytes[i] === YES;
        break;
      case Key.tmpTable:
        this.tmpTable ||= bytes[i] === YES;
        break;
      case Key.tmpTableOnDisk:
        this.tmpTableOnDisk ||= bytes[i] === YES;
        break;
      case Key.tmpTables:
        this.tmpTable ||= integer(bytes, i, end) > 0;
        break;
      case Key.tmpDiskTables:
        this.tmpTableOnDisk ||= integer(bytes, i, end) > 0;
        break;
      case Key.sorted:
        this.filesort ||= integer(bytes, i, end) > 0;
        break;
      case Key.sortMerges:
        this.filesortOnDisk ||= integer(bytes, i, end) > 0;
        break;
      case Key.errno:
        this.failed = integer(bytes, i, end) > 0;
        break;
      case Key.killed:
        this.killed = integer(bytes, i, end) > 0;
        break;
      case Key.rateLimit:
        this.weight = Math.max(1, integer(bytes, i, end));
        break;
      case Key.start:
        this.startUs = isoMicroseconds(latin1(bytes, i, Math.min(end, i + 40)));
        break;
      default:
        break;
    }
  }

  /** A value that may hold blanks: it has its own way to end. */
  #text(key: Key, bytes: Uint8Array, start: number, limit: number): number {
    if (key === Key.userHost) {
      // Most records repeat the line of the one before, up to the connection's id.
      const after = start + this.#userBytes.length;
      if (after < limit && bytes[after] === NEWLINE && same(this.#userBytes, bytes, start, after)) return after;
    }
    if (key === Key.schema) {
      const after = start + 1 + this.#schemaBytes.length;
      // `Schema: shop  QC_hit: No`, with the schema of the record before.
      if (
        after + 2 < limit &&
        bytes[after] === 32 &&
        bytes[after + 1] === 32 &&
        bytes[after + 2] === 81 &&
        bytes[start] === 32 &&
        same(this.#schemaBytes, bytes, start + 1, after)
      )
        return after;
    }
    const end = newlineFrom(bytes, start, limit);
    if (end === limit) return limit;
    if (key === Key.schema) return this.#readSchema(bytes, start, end);
    return key === Key.time ? this.#readTime(bytes, start, end) : this.#readUser(bytes, start, end);
  }

  /** `261115  0:50:26`, `2019-03-24T14:01:47.811234Z`, nothing at all, or a time with `# User@Host` behind it. */
  #readTime(bytes: Uint8Array, start: number, end: number): number {
    const rest = latin1(bytes, start, end);
    const next = rest.indexOf('# User@Host:');
    const text = (next === -1 ? rest : rest.slice(0, next)).trim();
    const us = text.includes('T') ? isoMicroseconds(text) : shortMicroseconds(text);
    if (!Number.isNaN(us)) {
      this.timeUs = us;
      this.timeIsExact = text.includes('T');
    }
    return next === -1 ? end : start + next + 2;
  }

  /** `priv[user] @ host [ip]  Id: 7`; any part may be missing, and a name may hold blanks and quotes. */
  #readUser(bytes: Uint8Array, start: number, end: number): number {
    let id = end;
    // `Id:` stands last; a user could be called anything, so it is looked for from the end.
    for (let i = end - 1; i > start + 3; i--) {
      const c = bytes[i]!;
      if (kindOf[c] === DIGIT || c === 32) continue;
      if (c === 58 && bytes[i - 1] === 100 && bytes[i - 2] === 73) id = i - 2;
      break;
    }
    if (!same(this.#userBytes, bytes, start, id)) {
      this.#userBytes = bytes.slice(start, id);
      const text = latin1(bytes, start, id);
      const open = text.indexOf('[');
      const privileged = (open === -1 ? text : text.slice(0, open)).trim();
      this.user = utf8(privileged || text.slice(open + 1, Math.max(open + 1, text.indexOf(']'))));
    }
    return id;
  }

  /** A schema may hold blanks, so its value ends at two blanks and the next key, or with the line. */
  #readSchema(bytes: Uint8Array, start: number, end: number): number {
    let i = bytes[start] === 32 ? start + 1 : start;
    const from = i;
    while (i < end && !(bytes[i] === 32 && bytes[i + 1] === 32 && nextKey(bytes, i + 2, end))) i++;
    if (!same(this.#schemaBytes, bytes, from, i)) {
      this.useSchema(latin1(bytes, from, i).trim());
      this.#schemaBytes = bytes.slice(from, i);
    }
    return i;
  }
}

const EXPLAIN = 101;

/** First letters of lines that are passed over here: explain, InnoDB_*, Pages_*, Warnings, Note. */
const unused = new Uint8Array(256);
for (const letter of 'eIPWN') unused[letter.charCodeAt(0)] = 1;

function same(known: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  if (known.length !== length) return false;
  for (let i = 0; i < length; i++) if (known[i] !== bytes[start + i]) return false;
  return true;
}

const YES = 89;

function nextKey(bytes: Uint8Array, start: number, end: number): boolean {
  let i = start;
  while (i < end && bytes[i] !== 58 && bytes[i] !== 32) i++;
  return i < end && i > start && bytes[i] === 58;
}
