// A plain table that scrolls in its own place when it is wider than the page.
import type { ReactNode } from 'react';
import { useNamed } from './card.tsx';
import { useFirstRows } from './first-rows.ts';

export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  readonly text?: boolean;
  /** For those who hear the table: the heading is not shown. */
  readonly silent?: boolean;
  /** Not on a phone, where it would push others out of sight. */
  readonly minor?: boolean;
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** On a phone a row has two lines: its first cell, and below it the others; with their names where these say what they are. */
  readonly stacked?: boolean | 'named';
}

const classOf = ({ text, minor }: { readonly text?: boolean | undefined; readonly minor?: boolean | undefined }) =>
  [...(text === true ? ['text'] : []), ...(minor === true ? ['minor'] : [])].join(' ') || undefined;

export function Table<Row>({ label, columns, rows, keyOf, stacked = false }: TableProps<Row>): ReactNode {
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={`${useNamed(label)}, table`}>
      <table className={stacked === 'named' ? 'plain stacked named' : stacked ? 'plain stacked' : 'plain'}>
        <thead>
          <tr>
            {columns.map(({ name, text, silent, minor }) => (
              <th key={name} scope="col" className={classOf({ text, minor })}>
                {silent === true ? <span className="visually-hidden">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {useFirstRows(rows).map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, cell, text, minor }) => (
                <td key={name} className={classOf({ text, minor })} {...(stacked === 'named' && { 'data-name': name })}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
