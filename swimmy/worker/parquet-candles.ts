// Candles of a Parquet file. Its rows are written as lines and read by the rules of a CSV file, so that what is a bad row in
// one is a bad row in the other.
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { CandleFileError, joinParts, openCsv, parseRows, type ParsedRows } from '@zorivest/engine';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, type Compressors } from 'hyparquet';

/** Snappy is the reader's own. */
const COMPRESSORS: Compressors = {
  GZIP: (bytes, length) => gunzipSync(bytes, { maxOutputLength: length }),
  BROTLI: (bytes, length) => brotliDecompressSync(bytes, { maxOutputLength: length }),
  ZSTD: (bytes, length) => zstdDecompressSync(bytes, { maxOutputLength: length }),
};

/** What pandas calls the index of a table that has no name of its own for it. */
const UNNAMED_INDEX = '__index_level_0__';
/** Rows written and read in one call. */
const CHUNK_ROWS = 100_000;

export async function readParquetCandles(path: string): Promise<ParsedRows> {
  try {
    const file = await asyncBufferFromFile(path);
    const metadata = await parquetMetadataAsync(file);
    const [root, ...schema] = metadata.schema;
    const names = schema.slice(0, root?.num_children ?? 0).map(({ name }) => name);
    const header = names.map((name) => (name === UNNAMED_INDEX ? 'timestamp' : name.replaceAll(/[,;\t\n]/g, ' ')));
    const { layout } = openCsv(new TextEncoder().encode(`${header.join(',')}\n`));
    const wanted = layout.targets.flatMap((target, i) => (target < 0 ? [] : [{ name: names[i] ?? '', target }]));
    const parts: ParsedRows[] = [];
    for (let rowStart = 0; rowStart < Number(metadata.num_rows); rowStart += CHUNK_ROWS) {
      const rows = await parquetReadObjects({
        file,
        metadata,
        columns: wanted.map(({ name }) => name),
        rowStart,
        rowEnd: rowStart + CHUNK_ROWS,
        compressors: COMPRESSORS,
      });
      const bytes = linesOf(rows, wanted);
      parts.push(parseRows(bytes, 0, bytes.length, { ...layout, targets: wanted.map(({ target }) => target) }));
    }
    return joinParts(parts, 0);
  } catch (error) {
    if (error instanceof CandleFileError && !error.message.startsWith('the first line')) throw error;
    if (error instanceof CandleFileError)
      throw new CandleFileError('its columns are not named timestamp, open, high, low and close');
    throw new CandleFileError(
      `no Parquet file that can be read (${error instanceof Error ? error.message : 'damaged'})`,
    );
  }
}

interface WantedColumn {
  readonly name: string;
  /** 0 is the time. */
  readonly target: number;
}

function linesOf(rows: readonly Readonly<Record<string, unknown>>[], wanted: readonly WantedColumn[]): Buffer {
  const lines = rows.map((row) =>
    wanted.map(({ name, target }) => (target === 0 ? timeText(row[name]) : cellText(row[name]))).join(),
  );
  return Buffer.from(lines.length === 0 ? '' : `${lines.join('\n')}\n`);
}

const cellText = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string' ? String(value) : '';

/** Unix seconds of whatever a file counts its time in. */
function timeText(value: unknown): string {
  if (value instanceof Date) return String(value.getTime() / 1000);
  if (typeof value !== 'number' && typeof value !== 'bigint') return cellText(value);
  const count = Number(value);
  const size = Math.abs(count);
  const perSecond = size > 1e17 ? 1e9 : size > 1e14 ? 1e6 : size > 1e11 ? 1e3 : 1;
  return String(count / perSecond);
}
