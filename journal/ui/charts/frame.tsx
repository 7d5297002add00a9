// What every chart has around it: a table of its figures, and itself as a file.
import { type ReactNode, useState } from 'react';
import { useNamed } from '../components/card.tsx';
import { saveFile } from '../components/save-file.ts';
import { fileName } from './save.ts';
import { type ChartTable, csvOf, textOf } from './table.ts';

interface ChartFrameProps {
  /** What it shows, in a word or two: the name of its files. */
  readonly name: string;
  readonly table: ChartTable;
  readonly png: () => Promise<Blob>;
  readonly onKey?: ((key: string) => void) | undefined;
  readonly children: ReactNode;
}

export function ChartFrame({ name, table, png, onKey, children }: ChartFrameProps): ReactNode {
  const [fault, setFault] = useState('');
  const [isOpen, setOpen] = useState(false);
  const savePng = () => {
    setFault('');
    png()
      .then((blob) => saveFile(blob, fileName(name, 'png')))
      .catch((error: Error) => setFault(error.message));
  };
  const saveCsv = () => saveFile(new Blob([csvOf(table)], { type: 'text/csv' }), fileName(name, 'csv'));
  return (
    <figure className="picture-frame" aria-label={useNamed(name)}>
      {children}
      <figcaption className="chart-tools">
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>
            Table<span className="visually-hidden"> of {name}</span>
          </summary>
          {isOpen && <Figures name={name} table={table} onKey={onKey} />}
        </details>
        <span className="chart-files">
          <button type="button" className="button small" onClick={savePng}>
            PNG<span className="visually-hidden"> of {name}</span>
          </button>
          <button type="button" className="button small" onClick={saveCsv}>
            CSV<span className="visually-hidden"> of {name}</span>
          </button>
        </span>
        {fault !== '' && <span role="alert">{fault}</span>}
      </figcaption>
    </figure>
  );
}

function Figures({ name, table, onKey }: Pick<ChartFrameProps, 'name' | 'table' | 'onKey'>): ReactNode {
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={`Figures of ${useNamed(name)}`}>
      <table className="plain">
        <thead>
          <tr>
            {table.head.map((title, i) => (
              <th key={i} scope="col" className={i === 0 ? 'text' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ cells, key }, i) => (
            <tr key={i}>
              {cells.map((cell, j) => (
                <td key={j} className={j === 0 ? 'text' : undefined}>
                  {j === 0 && key !== undefined && onKey !== undefined ? (
                    <button type="button" className="link" onClick={() => onKey(key)}>
                      {textOf(cell)}
                    </button>
                  ) : (
                    textOf(cell)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
