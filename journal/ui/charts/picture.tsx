// A picture of `pictures/` on the page: as wide as its place, its marks within reach of pointer and keys, and a table
// behind it.
import { element, type Shape } from '@zorivest/pictures';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ChartFrame } from './frame.tsx';
import { pngOf } from './save.ts';
import type { ChartTable } from './table.ts';

interface PictureProps {
  /** What it shows, in a word or two. */
  readonly name: string;
  readonly draw: (width: number) => Shape;
  readonly table: ChartTable;
  /** What a mark opens. */
  readonly onKey?: (key: string) => void;
}

const WIDEST = 1400;
/** A place that is not laid out has no width yet. */
const NARROWEST = 40;

export function Picture({ name, draw, table, onKey }: PictureProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [at, setAt] = useState<number | null>(null);
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
    if (width > NARROWEST) place.current?.replaceChildren(element<SVGElement>(document, draw(width)));
  }, [draw, width]);
  const marks = () => [...(place.current?.querySelectorAll('[data-key]') ?? [])];
  useEffect(() => {
    for (const [i, mark] of marks().entries()) mark.classList.toggle('at', i === at);
  }, [at, draw, width]);
  const said = at === null ? '' : (marks()[at]?.querySelector('title')?.textContent ?? '');
  const open = (mark: Element | null | undefined) => {
    const key = mark?.getAttribute('data-key');
    if (key !== null && key !== undefined) onKey?.(key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const last = marks().length - 1;
    if (step !== undefined) setAt(Math.max(0, Math.min(last, at === null ? 0 : at + step)));
    else if (event.key === 'Home') setAt(0);
    else if (event.key === 'End') setAt(last);
    else if (event.key === 'Enter' && at !== null) open(marks()[at]);
    else return;
    event.preventDefault();
  };
  const reachable = {
    tabIndex: 0,
    role: 'group',
    'aria-label': `${name}: arrows go from mark to mark, Enter opens its trades`,
    onKeyDown,
    onBlur: () => setAt(null),
    onClick: (event: { readonly target: EventTarget }) => open((event.target as Element).closest('[data-key]')),
  };
  return (
    <ChartFrame name={name} table={table} png={() => pngOf(draw(Math.max(width, NARROWEST)), name)} onKey={onKey}>
      <div ref={place} {...(onKey !== undefined && { className: 'reachable', ...reachable })} />
      {onKey !== undefined && (
        <p className="mark-said quiet" role="status">
          {said}
        </p>
      )}
    </ChartFrame>
  );
}
