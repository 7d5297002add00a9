// File names: SPX's own (`spx-full-20261115_003125-vm-24974-1804289383`), the older ones of the documents
// (`spx-full-20260216-web1-4242-runA`), and any other pair of equal stems.
import { basename, dirname, join } from 'node:path';

export type SpxHalf = 'json' | 'txt.gz';

export interface SpxName {
  readonly half: SpxHalf;
  readonly stem: string;
  /** The file's other half, in the same folder. */
  readonly counterpart: string;
  readonly run: SpxRun | null;
}

export interface SpxRun {
  readonly prefix: string;
  readonly timestamp: string;
  readonly host: string;
  readonly pid: string;
  readonly runid: string;
}

const FILE = /^(.+)\.(json|txt\.gz)$/i;
// The host may hold dashes, so it is what is left between the date and the last two parts.
const RUN = /^(spx-full)-(\d{8}(?:_\d{6})?)-(.+)-(\d+)-([A-Za-z0-9]+)$/;

export function spxName(path: string): SpxName | null {
  const file = FILE.exec(basename(path));
  if (!file) return null;
  const stem = file[1]!;
  const half = file[2]!.toLowerCase() === 'json' ? 'json' : 'txt.gz';
  const run = RUN.exec(stem);
  return {
    half,
    stem,
    counterpart: join(dirname(path), `${stem}.${half === 'json' ? 'txt.gz' : 'json'}`),
    run: run && { prefix: run[1]!, timestamp: run[2]!, host: run[3]!, pid: run[4]!, runid: run[5]! },
  };
}
