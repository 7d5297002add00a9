// The `# Key: value` lines before a statement, as MySQL 5.0–8.x, Percona Server and MariaDB write them.
import type { PlanRow } from '../model/snapshot.ts';
import { CommonLines } from './common-lines.ts';
import { DIGIT, kindOf, lineEnd, NEWLINE, newlineFrom } from './lexeme.ts';
import { latin1, utf8 } from './tokens.ts';

/** One record's header. Times in microseconds; NaN where the log does not say. One object is reused. */
export class Header {
  queryUs = 0;
  lockUs = 0;
  rowsSent = 0;
  rowsExamined = 0;
  rowsAffected = 0;
  bytesSent = 0;
  fullScan = false;
  fullJoin = false;
  filesort = false;
  filesortOnDisk = false;
  tmpTable = false;
  tmpTableOnDisk = false;
  failed = false;
  killed = false;
  /** Percona's rate limit: this record stands for so many. */
  weight = 1;
  threadId = 0;
  hasQueryTime = false;
  /** From `# Time:`; kept from record to record, because old servers print it only when the second changes. */
  timeUs = Number.NaN;
  /** `# Time:` with a fraction: exact enough to place the statement inside a request. */
  timeIsExact = false;
  /** From `Start:` of MySQL 8's extra fields. */
  startUs = Number.NaN;
  /** Where the `# explain:` lines stand; -1 when there are none. */
  explainStart = -1;
  explainEnd = -1;
  /** The plan, where the log's reader has it already. */
  plan: readonly PlanRow[] | null = null;
  user = '';
  /** The default schema; kept from record to record until another is named. */
  schema = '';

  /** The bytes `user` and `schema` were read from: most records repeat them. */
  private userBytes = new Uint8Array(0);
  private schemaBytes = new Uint8Array(0);

  begin(): void {
    this.queryUs = this.lockUs = this.rowsSent = this.rowsExamined = this.rowsAffected = this.bytesSent = 0;
    this.fullScan = this.fullJoin = this.filesort = this.filesortOnDisk = this.tmpTable = this.tmpTableOnDisk = false;
    this.failed = this.killed = this.hasQueryTime = false;
    this.weight = 1;
    this.threadId = 0;
    this.startUs = Number.NaN;
    this.explainStart = -1;
  }

  /**
   * Reads the header line at `start` and returns the index of its newline, or `limit` when the bytes end first.
   * What carries nothing we use is passed over.
   */
  line(bytes: Uint8Array, start: number, limit: number): number {
    const common = this.commonLine(bytes, start, limit);
    if (common !== -1) return common;
    let i = start + 1;
    while (bytes[i] === 32 && i < limit) i++;
    if (unused[bytes[i]!] === 1) {
      const end = lineEnd(bytes, i, limit);
      if (bytes[i] === EXPLAIN) {
        if (this.explainStart === -1) this.explainStart = start;
        this.explainEnd = end;
      }
      return end;
    }
    while (i < limit) {
      const end = this.keyEnd(bytes, i, limit);
      if (end < 0) return newlineFrom(bytes, i, limit);
      const { key } = this;
      i = end + 1;
      if (key >= Key.schema) i = this.text(key, bytes, i, limit);
      else {
        while (bytes[i] === 32 && i < limit) i++;
        if (key !== Key.other) this.value(key, bytes, i, limit);
        let c = bytes[i]!;
        while (c !== 32 && c !== NEWLINE && i < limit) c = bytes[++i]!;
      }
      while (bytes[i] === 32 && i < limit) i++;
      if (bytes[i] === NEWLINE && i < limit) return i;
    }
    return limit;
  }

  private readonly common = new CommonLines();

  /** Such lines are told by two of their letters, and read only where all of them is there. */
  private commonLine(bytes: Uint8Array, start: number, limit: number): number {
    if (start + LONGEST_COMMON > limit) return -1;
    switch (bytes[start + 2]) {
      case 81:
        return bytes[start + 12] === COLON ? this.common.times(this, bytes, start) : -1;
      case 82:
        return bytes[start + 15] === COLON ? this.common.affected(this, bytes, start) : -1;
      case 70:
        return this.common.nothing(bytes, start);
      default:
        return bytes[start + 1] === NEWLINE ? start + 1 : -1;
    }
  }

  private key: Key = Key.other;

  /** Reads the key at `start` and returns the index of its colon, or -1 when there is none. */
  private keyEnd(bytes: Uint8Array, start: number, limit: number): number {
    // Three letters tell the common keys apart, so most of a line need not be looked at.
    const letters = bytes[start]! | (bytes[start + 5]! << 8) | (bytes[start + 8]! << 16);
    const known = quickKeys[slotOf(letters)]!;
    if (known.letters === letters && bytes[start + known.length] === 58 && start + known.length < limit) {
      this.key = known.key;
      return start + known.length;
    }
    let hash = 0;
    let i = start;
    let c = bytes[i]!;
    while (c !== 58 && c !== 32 && c !== NEWLINE && i < limit) {
      hash = (Math.imul(hash, 31) + c) | 0;
      c = bytes[++i]!;
    }
    this.key = keys.get(hash) ?? Key.other;
    return c === 58 && i < limit ? i : -1;
  }

  useSchema(name: string): void {
    this.schema = utf8(name);
    this.schemaBytes = Buffer.from(name, 'latin1');
  }

  private value(key: Key, bytes: Uint8Array, i: number, end: number): void {
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
  private text(key: Key, bytes: Uint8Array, start: number, limit: number): number {
    if (key === Key.userHost) {
      // Most records repeat the line of the one before, up to the connection's id.
      const after = start + this.userBytes.length;
      if (after < limit && bytes[after] === NEWLINE && same(this.userBytes, bytes, start, after)) return after;
    }
    if (key === Key.schema) {
      const after = start + 1 + this.schemaBytes.length;
      // `Schema: shop  QC_hit: No`, with the schema of the record before.
      if (
        after + 2 < limit &&
        bytes[after] === 32 &&
        bytes[after + 1] === 32 &&
        bytes[after + 2] === 81 &&
        bytes[start] === 32 &&
        same(this.schemaBytes, bytes, start + 1, after)
      )
        return after;
    }
    const end = newlineFrom(bytes, start, limit);
    if (end === limit) return limit;
    if (key === Key.schema) return this.readSchema(bytes, start, end);
    return key === Key.time ? this.readTime(bytes, start, end) : this.readUser(bytes, start, end);
  }

  /** `261115  0:50:26`, `2019-03-24T14:01:47.811234Z`, nothing at all, or a time with `# User@Host` behind it. */
  private readTime(bytes: Uint8Array, start: number, end: number): number {
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
  private readUser(bytes: Uint8Array, start: number, end: number): number {
    let id = end;
    // `Id:` stands last; a user could be called anything, so it is looked for from the end.
    for (let i = end - 1; i > start + 3; i--) {
      const c = bytes[i]!;
      if (kindOf[c] === DIGIT || c === 32) continue;
      if (c === 58 && bytes[i - 1] === 100 && bytes[i - 2] === 73) id = i - 2;
      break;
    }
    if (!same(this.userBytes, bytes, start, id)) {
      this.userBytes = bytes.slice(start, id);
      const text = latin1(bytes, start, id);
      const open = text.indexOf('[');
      const privileged = (open === -1 ? text : text.slice(0, open)).trim();
      this.user = utf8(privileged || text.slice(open + 1, Math.max(open + 1, text.indexOf(']'))));
    }
    return id;
  }

  /** A schema may hold blanks, so its value ends at two blanks and the next key, or with the line. */
  private readSchema(bytes: Uint8Array, start: number, end: number): number {
    let i = bytes[start] === 32 ? start + 1 : start;
    const from = i;
    while (i < end && !(bytes[i] === 32 && bytes[i + 1] === 32 && nextKey(bytes, i + 2, end))) i++;
    if (!same(this.schemaBytes, bytes, from, i)) {
      this.useSchema(latin1(bytes, from, i).trim());
      this.schemaBytes = bytes.slice(from, i);
    }
    return i;
  }
}

const EXPLAIN = 101;
const COLON = 58;
const LONGEST_COMMON = 160;

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

const Key = {
  other: 0,
  queryTime: 1,
  lockTime: 2,
  rowsSent: 3,
  rowsExamined: 4,
  rowsAffected: 5,
  bytesSent: 6,
  threadId: 7,
  fullScan: 8,
  fullJoin: 9,
  filesort: 10,
  filesortOnDisk: 11,
  tmpTable: 12,
  tmpTableOnDisk: 13,
  tmpTables: 14,
  tmpDiskTables: 15,
  sorted: 16,
  sortMerges: 17,
  errno: 18,
  killed: 19,
  rateLimit: 20,
  start: 21,
  schema: 22,
  time: 23,
  userHost: 24,
} as const;
type Key = (typeof Key)[keyof typeof Key];

const names: readonly (readonly [string, Key])[] = [
  ['Query_time', Key.queryTime],
  ['Lock_time', Key.lockTime],
  ['Rows_sent', Key.rowsSent],
  ['Rows_examined', Key.rowsExamined],
  ['Rows_affected', Key.rowsAffected],
  ['Bytes_sent', Key.bytesSent],
  ['Thread_id', Key.threadId],
  ['Id', Key.threadId],
  ['Full_scan', Key.fullScan],
  ['Full_join', Key.fullJoin],
  ['Filesort', Key.filesort],
  ['Filesort_on_disk', Key.filesortOnDisk],
  ['Tmp_table', Key.tmpTable],
  ['Tmp_table_on_disk', Key.tmpTableOnDisk],
  ['Tmp_tables', Key.tmpTables],
  ['Created_tmp_tables', Key.tmpTables],
  ['Tmp_disk_tables', Key.tmpDiskTables],
  ['Created_tmp_disk_tables', Key.tmpDiskTables],
  ['Sort_range_count', Key.sorted],
  ['Sort_scan_count', Key.sorted],
  ['Sort_merge_passes', Key.sortMerges],
  ['Last_errno', Key.errno],
  ['Errno', Key.errno],
  ['Killed', Key.killed],
  ['Log_slow_rate_limit', Key.rateLimit],
  ['Start', Key.start],
  ['Schema', Key.schema],
  ['Time', Key.time],
  ['User@Host', Key.userHost],
];

const keys = new Map<number, Key>(names.map(([name, key]) => [hashOf(name), key]));

const quickKeys = Array.from({ length: 1024 }, () => ({ key: Key.other as Key, length: 0, letters: -1 }));
for (const [name, key] of names.toReversed()) {
  const letters = name.charCodeAt(0) | (name.charCodeAt(5) << 8) | (name.charCodeAt(8) << 16);
  if (name.length >= 9) quickKeys[slotOf(letters)] = { key, length: name.length, letters };
}

function slotOf(letters: number): number {
  return (Math.imul(letters, 0x9e3779b1) >>> 22) & 1023;
}

function hashOf(name: string): number {
  let hash = 0;
  for (let i = 0; i < name.length; i++) hash = (Math.imul(hash, 31) + name.charCodeAt(i)) | 0;
  return hash;
}

/** A decimal number of seconds. Digits beyond the microsecond are rounded; a time that wrapped around is unknown. */
export function microseconds(bytes: Uint8Array, start: number, end: number): number {
  let i = start;
  let value = 0;
  while (i < end && kindOf[bytes[i]!] === DIGIT) value = value * 10 + bytes[i++]! - 48;
  if (value > LONGEST_SECONDS) return 0;
  value *= 1e6;
  if (bytes[i] !== 46 || i >= end) return value;
  let unit = 1e5;
  for (i++; i < end && kindOf[bytes[i]!] === DIGIT; i++) {
    if (unit >= 1) value += (bytes[i]! - 48) * unit;
    else return bytes[i]! >= 53 ? value + 1 : value;
    unit = unit > 1 ? unit / 10 : 0;
  }
  return value;
}

const LONGEST_SECONDS = 1e10;

/** A count; a number beyond 2^53 is a counter that wrapped around and counts as unknown, that is as nothing. */
function integer(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end && kindOf[bytes[i]!] === DIGIT; i++) value = value * 10 + bytes[i]! - 48;
  return value <= Number.MAX_SAFE_INTEGER ? value : 0;
}

function isoMicroseconds(text: string): number {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6})\d*)?(Z|[+-]\d\d:?\d\d)?/.exec(text);
  if (!match) return Number.NaN;
  return Date.parse(match[1]! + (match[3] ?? 'Z')) * 1000 + Number((match[2] ?? '').padEnd(6, '0'));
}

/** `YYMMDD H:MM:SS`, in the server's own zone, which the log does not name: read as UTC. */
function shortMicroseconds(text: string): number {
  const match = /^(\d\d)(\d\d)(\d\d)\s+(\d{1,2}):(\d\d):(\d\d)(?:\.(\d{1,6}))?/.exec(text);
  if (!match) return Number.NaN;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return Date.UTC(2000 + year, month - 1, day, hour, minute, second) * 1000 + Number((match[7] ?? '').padEnd(6, '0'));
}
