// A picture of `pictures/` on the page: as wide as its place, with a table behind it.
import { element, type Shape } from '@zorivest/pictures';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface PictureProps {
  readonly draw: (width: number) => Shape;
  /** What a click on a mark opens. */
  readonly onKey?: (key: string) => void;
  readonly table?: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };
}

const WIDEST = 1400;

export function Picture({ draw, onKey, table }: PictureProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const node = place.current;
    if (node === null) return undefined;
    const measure = () => setWidth(Math.min(WIDEST, Math.floor(node.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (width > 40) place.current?.replaceChildren(element<SVGElement>(document, draw(width)));
  }, [draw, width]);
  return (
    <figure className="picture-frame">
      {/* The marks are reached by keyboard through the table below. */}
      <div
        ref={place}
        onClick={(event) => {
          const marked = (event.target as Element).closest('[data-key]');
          const key = marked?.getAttribute('data-key');
          if (key !== null && key !== undefined) onKey?.(key);
        }}
      />
      {table && (
        <details>
          <summary>Table</summary>
          <div className="scroll" tabIndex={0} role="region" aria-label="Figures of the chart">
            <table className="plain">
              <thead>
                <tr>
                  {table.head.map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {table.rows.map((row, i) => (
                  <tr key={i}>
                    {row.map((cell, j) => (
                      <td key={j}>{cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </figure>
  );
}
