// The keys of header lines, recognised without building a string.

export const Key = {
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
export type Key = (typeof Key)[keyof typeof Key];

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

export const keys = new Map<number, Key>(names.map(([name, key]) => [hashOf(name), key]));

export const quickKeys = Array.from({ length: 1024 }, () => ({ key: Key.other as Key, length: 0, letters: -1 }));
for (const [name, key] of names.toReversed()) {
  const letters = name.charCodeAt(0) | (name.charCodeAt(5) << 8) | (name.charCodeAt(8) << 16);
  if (name.length >= 9) quickKeys[slotOf(letters)] = { key, length: name.length, letters };
}

export function slotOf(letters: number): number {
  return (Math.imul(letters, 0x9e3779b1) >>> 22) & 1023;
}

function hashOf(name: string): number {
  let hash = 0;
  for (let i = 0; i < name.length; i++) hash = (Math.imul(hash, 31) + name.charCodeAt(i)) | 0;
  return hash;
}
