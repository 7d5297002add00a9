// Names and what they are: in rows on a page about one thing, or as cards over a page of figures.
import type { ReactNode } from 'react';
import { Link } from 'wouter';

export type Fact = readonly [name: string, value: ReactNode, note?: string | undefined, href?: string];

interface FactsProps {
  readonly rows: readonly Fact[];
  /** How the figures were counted. */
  readonly convention?: string;
}

export function Facts({ rows, convention }: FactsProps): ReactNode {
  return (
    <dl className="facts" title={convention}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt className="quiet">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How they were counted is told to who points at them, and to who reaches them by keyboard. */
export function Figures({ rows, convention }: FactsProps): ReactNode {
  return (
    <>
      <dl className="figures" title={convention}>
        {rows.map(([name, value, note, href]) => (
          <div key={name} className="card figure">
            <dt className="quiet">{href === undefined ? name : <Link href={href}>{name}</Link>}</dt>
            <dd>
              {value} {note !== undefined && <span className="quiet note">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {convention !== undefined && (
        <p className="convention" role="note">
          {convention}
        </p>
      )}
    </>
  );
}
