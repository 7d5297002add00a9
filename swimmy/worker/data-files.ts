// The candle files a worker can read: which symbol each holds, from when to when, and where bars are missing.
import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { CandleFileError, spanOf, type Series, type Span } from '@zorivest/engine';
import type { CandleCache } from './candle-cache.ts';
import { allowedPath, type AllowedPaths } from './paths.ts';

/** Where candle files are looked for when nothing else is named. */
export const HISTORICAL = 'data/historical';

const CANDLE_FILE = /\.(csv|parquet)$/i;

/** A dataset is a path, or the name of a file in data/historical. */
export const datasetFile = (dataset: string) =>
  /[/\\]/.test(dataset) || CANDLE_FILE.test(dataset) ? dataset : `${HISTORICAL}/${dataset}.csv`;

/** `USDJPY_M1.csv` -> `USDJPY`. */
const symbolOf = (file: string) =>
  basename(file)
    .replace(CANDLE_FILE, '')
    .replace(/[-_][mhdw]\d{1,4}$/i, '');

export interface DataFile {
  readonly symbol: string;
  /** As a request names it. */
  readonly dataset: string;
  readonly path: string;
  readonly bytes: number;
}

/** The candle files of a folder, by symbol; a symbol that has several is there under the name of each file. */
export async function dataFilesIn(folder: string, paths: AllowedPaths): Promise<DataFile[]> {
  const dir = await allowedPath(folder, paths);
  const names = await readdir(dir).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    if (code === 'ENOENT' && folder === HISTORICAL) return [];
    throw new CandleFileError(code === 'ENOENT' ? `no such folder: ${folder}` : `cannot read ${folder} (${code})`);
  });
  const files = await Promise.all(
    names
      .filter((name) => CANDLE_FILE.test(name))
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map(async (name) => {
        const path = join(dir, name);
        // A link that leads out of the allowed folders is listed, and nothing of its target is read.
        const real = await allowedPath(path, paths).catch(() => undefined);
        if (real === undefined) return [{ name, path, bytes: 0 }];
        const stats = await stat(real).catch(() => undefined);
        return stats?.isFile() ? [{ name, path, bytes: stats.size }] : [];
      }),
  );
  const found = files.flat();
  const count = new Map<string, number>();
  for (const { name } of found) count.set(symbolOf(name), (count.get(symbolOf(name)) ?? 0) + 1);
  return found.map(({ name, path, bytes }) => {
    const symbol = symbolOf(name);
    return {
      symbol: count.get(symbol) === 1 ? symbol : name.replace(CANDLE_FILE, ''),
      dataset: relative(paths.folder, path).startsWith('..')
        ? path
        : relative(paths.folder, path).replaceAll('\\', '/'),
      path,
      bytes,
    };
  });
}

export interface DataQuestion {
  readonly folder?: string | undefined;
  /** Only symbols that contain this text, whatever the case. */
  readonly search?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface ListedData extends Omit<DataFile, 'path'>, Partial<Span> {
  readonly bad_rows?: number;
  /** Why the file could not be described. */
  readonly note?: string;
}
export interface DataList {
  readonly folder: string;
  readonly total: number;
  readonly files: readonly ListedData[];
}

/** Files that were never read take their time; what is not done by then is named without its span. */
const PATIENCE_MS = 8000;

export function createDataList(
  candles: CandleCache,
  paths: AllowedPaths,
): (question: DataQuestion) => Promise<DataList> {
  const spans = new WeakMap<Series, Span>();
  const describe = async ({ path }: DataFile): Promise<Partial<ListedData>> => {
    try {
      const { series, badCount } = await candles.load(await allowedPath(path, paths));
      const span = spans.get(series) ?? spanOf(series);
      spans.set(series, span);
      return { ...span, bad_rows: badCount };
    } catch (error) {
      return { note: error instanceof Error ? error.message : String(error) };
    }
  };
  return async ({ folder = HISTORICAL, search = '', offset, limit }) => {
    const all = (await dataFilesIn(folder, paths)).filter(({ symbol }) =>
      symbol.toLowerCase().includes(search.toLowerCase()),
    );
    const deadline = performance.now() + PATIENCE_MS;
    const files: ListedData[] = [];
    for (const file of all.slice(offset, offset + limit)) {
      const { path: _path, ...shown } = file;
      const known =
        performance.now() < deadline ? await describe(file) : { note: 'not read yet; ask again with this offset' };
      files.push({ ...shown, ...known });
    }
    return { folder, total: all.length, files };
  };
}
