// A plain table that scrolls in its own place when it is wider than the page.
import type { ReactNode } from 'react';
import { useNarrow, useTwoLines } from '../theme/narrow.ts';
import { useNamed } from './card.tsx';
import { useFirstRows } from './first-rows.ts';

export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  readonly text?: boolean;
  /** For those who hear the table: the heading is not shown. */
  readonly silent?: boolean;
  /** Not on a phone, where it would push others out of sight; `tablet`: nor on a tablet. */
  readonly minor?: boolean | 'tablet';
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /**
   * On a phone a row has two lines: its first cell, and below it the others; with their names where these say what they are.
   * `wide`: on a tablet too, for rows with sentences; `always`: on a desk too, where the table is narrow.
   */
  readonly stacked?: boolean | 'named' | 'wide' | 'always';
}

type Look = Pick<Column<never>, 'text' | 'minor'>;

const classOf = ({ text = false, minor = false }: Look): string | undefined =>
  [...(text ? ['text'] : []), ...(minor ? ['minor'] : []), ...(minor === 'tablet' ? ['tablet'] : [])].join(' ') ||
  undefined;

/** Whether rows of this page's width have two lines. */
function useStacked(stacked: TableProps<never>['stacked']): boolean {
  const [isPhone, isTablet] = [useNarrow(), useTwoLines()];
  return stacked === 'always' || (stacked === 'wide' ? isTablet : stacked !== false && isPhone);
}

export function Table<Row>({ label, columns, rows, keyOf, stacked = false }: TableProps<Row>): ReactNode {
  const isStacked = useStacked(stacked);
  const isNamed = stacked === 'named' || stacked === 'wide';
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={`${useNamed(label)}, table`}>
      <table className={isStacked ? 'plain stacked' : 'plain'}>
        <thead>
          <tr>
            {columns.map(({ name, silent, ...look }) => (
              <th key={name} scope="col" className={classOf(look)}>
                {silent === true ? <span className="visually-hidden">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {useFirstRows(rows).map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, cell, silent = false, ...look }) => (
                <td key={name} className={classOf(look)} {...(isNamed && !silent && { 'data-name': name })}>
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
