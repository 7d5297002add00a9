// A table as Parquet, row group after row group: a million rows never stand in memory together.
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { columnNames, type Column, type RowSource } from './table.ts';

const ROW_GROUP = 50_000;

/** Infinite and undefined figures stay what they are: a double of Parquet has both. */
export function* parquetOf(source: RowSource): Generator<Uint8Array> {
  const { columns, rows } = source;
  const names = columnNames(source);
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({
    writer,
    schema: [
      { name: 'root', num_children: columns.length },
      ...columns.map((column, i) => ({
        name: names[i] ?? '',
        repetition_type: 'REQUIRED' as const,
        ...typeOf(column),
      })),
    ],
    // Figures hardly compress, and trying takes twice the time of writing them.
    codec: 'UNCOMPRESSED',
  });
  for (let from = 0; from < rows; from += ROW_GROUP) {
    const values = source.read(from, ROW_GROUP);
    const count = values.length / columns.length;
    void parquet.write({
      columnData: columns.map((column, i) => ({
        name: names[i] ?? '',
        data: cellsOf(column, count, (row) => values[row * columns.length + i] as number),
        encoding: 'PLAIN' as const,
      })),
      rowGroupSize: ROW_GROUP,
    });
    yield drain(writer);
  }
  void parquet.finish();
  yield drain(writer);
}

function typeOf({ kind }: Column) {
  if (kind === 'time') return { type: 'INT64' as const, converted_type: 'TIMESTAMP_MILLIS' as const };
  if (kind === 'word') return { type: 'BYTE_ARRAY' as const, converted_type: 'UTF8' as const };
  return { type: kind === 'whole' ? ('INT32' as const) : ('DOUBLE' as const) };
}

function cellsOf({ kind, words }: Column, length: number, cell: (row: number) => number) {
  if (kind === 'time') return Array.from({ length }, (_, row) => new Date(cell(row) * 1000));
  if (kind === 'word') return Array.from({ length }, (_, row) => words?.[cell(row)] ?? '');
  const out = kind === 'whole' ? new Int32Array(length) : new Float64Array(length);
  for (let row = 0; row < length; row++) out[row] = cell(row);
  return out;
}

/** What was written since the last time; offsets go on counting. */
function drain(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}
