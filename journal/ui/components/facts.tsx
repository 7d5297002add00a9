// Names and what they are: in rows on a page about one thing, or as cards over a page of figures.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Convention } from './convention.tsx';

export type Fact = readonly [
  name: string,
  value: ReactNode,
  note?: ReactNode,
  href?: string,
  /** How it came to be, as small as a word. */
  picture?: ReactNode,
];

interface RowsProps {
  readonly rows: readonly Fact[];
  /** How the figures were counted. */
  readonly convention?: string;
}

interface FactsProps extends RowsProps {
  /** The first is what the page is about, and larger. */
  readonly led?: boolean;
}

export function Facts({ rows, convention, led = false }: FactsProps): ReactNode {
  return (
    <>
      <dl className={led ? 'facts led' : 'facts'}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="quiet">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {convention !== undefined && <Convention>{convention}</Convention>}
    </>
  );
}

interface FiguresProps extends RowsProps {
  /** The first is what the page is about, large, with this below it; the others explain it. */
  readonly lead?: ReactNode;
  /** All in one line: with equal weight, or led by the first. */
  readonly inLine?: boolean | 'led';
}

export function Figures({ rows, convention, lead, inLine = false }: FiguresProps): ReactNode {
  const isHero = lead !== undefined;
  const isOneCard = isHero || inLine !== false;
  const line = inLine === 'led' ? 'figures line led card' : 'figures line card';
  return (
    <>
      <dl
        className={isHero ? 'figures hero card' : isOneCard ? line : 'figures'}
        {...(isHero && { 'data-part': 'hero' })}
      >
        {rows.map(([name, value, note, href, picture], at) => (
          <div key={name} className={isOneCard ? 'figure' : 'card figure'}>
            <dt className="quiet">{href === undefined ? name : <Link href={href}>{name}</Link>}</dt>
            <dd>
              {value} {note !== undefined && <span className="quiet note">{note}</span>}
            </dd>
            {picture !== undefined && <dd className="trend">{picture}</dd>}
            {at === 0 && isHero && <dd className="lead">{lead}</dd>}
          </div>
        ))}
      </dl>
      {convention !== undefined && <Convention>{convention}</Convention>}
    </>
  );
}
