// The file system in a file that .xls files are (and password-protected .xlsx files, too): sectors chained by a table.

import { refuseDamage, WorkbookError } from './cell.ts';

const DAMAGED = 'The file is damaged: its table of sectors cannot be read. Download it again.';
const FREE_FROM = 0xfffffffa;
const DIRECTORY_ENTRY = 128;

export const COMPOUND_MAGIC = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** The streams of the file by name. */
export function readCompound(bytes: Uint8Array): Map<string, () => Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const streams = refuseDamage(DAMAGED, () => readStreams(bytes, view));
  return new Map([...streams].map(([name, read]) => [name, () => refuseDamage(DAMAGED, read)]));
}

function readStreams(bytes: Uint8Array, view: DataView): Map<string, () => Uint8Array> {
  const sectorSize = 1 << view.getUint16(30, true);
  const miniSize = 1 << view.getUint16(32, true);
  if (![512, 4096].includes(sectorSize) || miniSize !== 64) throw new WorkbookError(DAMAGED);
  const sectors = Math.ceil(bytes.length / sectorSize);
  const offsetOf = (sector: number): number => (sector + 1) * sectorSize;

  const chain = (first: number, table: (sector: number) => number, most: number): number[] => {
    const places: number[] = [];
    for (let sector = first; sector < FREE_FROM; sector = table(sector)) {
      if (places.length > most) throw new WorkbookError(DAMAGED);
      places.push(sector);
    }
    return places;
  };
  const join = (first: number, next: (sector: number) => number): Uint8Array => {
    const places = chain(first, next, sectors);
    const whole = new Uint8Array(places.length * sectorSize);
    places.forEach((sector, i) =>
      whole.set(bytes.subarray(offsetOf(sector), offsetOf(sector) + sectorSize), i * sectorSize),
    );
    return whole;
  };

  // Which sectors hold the table: the first 109 are named in the header, the others in a chain of their own.
  const tableSectors: number[] = [];
  for (let i = 0; i < 109; i++) {
    const sector = view.getUint32(76 + 4 * i, true);
    if (sector < FREE_FROM) tableSectors.push(sector);
  }
  const perSector = sectorSize / 4;
  let next = view.getUint32(68, true);
  for (let steps = 0; next < FREE_FROM; steps++) {
    if (steps > sectors) throw new WorkbookError(DAMAGED);
    for (let i = 0; i < perSector - 1; i++) {
      const sector = view.getUint32(offsetOf(next) + 4 * i, true);
      if (sector < FREE_FROM) tableSectors.push(sector);
    }
    next = view.getUint32(offsetOf(next) + 4 * (perSector - 1), true);
  }
  const nextSector = (sector: number): number => {
    const table = tableSectors[Math.floor(sector / perSector)];
    if (table === undefined) throw new WorkbookError(DAMAGED);
    return view.getUint32(offsetOf(table) + 4 * (sector % perSector), true);
  };

  const directory = join(view.getUint32(48, true), nextSector);
  const miniTable = join(view.getUint32(60, true), nextSector);
  const miniView = new DataView(miniTable.buffer);
  const smallest = view.getUint32(56, true);
  const streams = new Map<string, () => Uint8Array>();
  let miniStream: (() => Uint8Array) | null = null;
  for (let at = 0; at + DIRECTORY_ENTRY <= directory.length; at += DIRECTORY_ENTRY) {
    const entry = new DataView(directory.buffer, at, DIRECTORY_ENTRY);
    const kind = entry.getUint8(66);
    const first = entry.getUint32(116, true);
    const size = entry.getUint32(120, true);
    if (kind === 5) miniStream = () => join(first, nextSector);
    if (kind !== 2) continue;
    const nameLength = Math.min(64, entry.getUint16(64, true));
    const name = new TextDecoder('utf-16le').decode(directory.subarray(at, at + Math.max(0, nameLength - 2)));
    streams.set(name, () => {
      if (size > bytes.length) throw new WorkbookError(DAMAGED);
      if (size >= smallest) return join(first, nextSector).subarray(0, size);
      const small = miniStream?.() ?? new Uint8Array();
      const places = chain(first, (sector) => miniView.getUint32(4 * sector, true), small.length / miniSize + 1);
      const whole = new Uint8Array(places.length * miniSize);
      places.forEach((sector, i) =>
        whole.set(small.subarray(sector * miniSize, (sector + 1) * miniSize), i * miniSize),
      );
      return whole.subarray(0, size);
    });
  }
  return streams;
}
