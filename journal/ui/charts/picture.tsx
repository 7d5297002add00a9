// A picture of `pictures/` on the page: as wide as its place, its marks within reach of pointer, touch and keys, and a table
// behind it.
import type { Shape } from '@zorivest/pictures';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { type Crosshair, followPointer, labelOf } from './crosshair.ts';
import { ChartFrame } from './frame.tsx';
import { redraw } from './redraw.ts';
import { pngOf } from './save.ts';
import type { ChartTable } from './table.ts';

interface PictureProps {
  /** What it shows, in a word or two. */
  readonly name: string;
  readonly draw: (width: number) => Shape;
  readonly table: ChartTable;
  /** What a mark opens. */
  readonly onKey?: (key: string) => void;
  /** What a stretch of its axis that was drawn across chooses. */
  readonly onBrush?: (from: number, to: number) => void;
}

const WIDEST = 1400;
/** An element without a layout has no width yet. */
const NARROWEST = 40;

export function Picture({ name, draw, table, onKey, onBrush }: PictureProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const crosshair = useRef<Crosshair | null>(null);
  const brush = useRef(onBrush);
  brush.current = onBrush;
  const [width, setWidth] = useState(0);
  const [at, setAt] = useState<number | null>(null);
  useLayoutEffect(() => {
    const node = ruler.current;
    if (node === null) return undefined;
    const measure = () => setWidth(Math.min(WIDEST, Math.floor(node.clientWidth)));
    measure();
    // In the frame in which the box changes: what is painted before the picture is would be one of another width, stretched.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  const canBrush = onBrush !== undefined;
  useEffect(() => {
    if (place.current === null || card.current === null || line.current === null) return undefined;
    const made = followPointer({
      drawn: place.current,
      card: card.current,
      line: line.current,
      onBrush: canBrush ? (from, to) => brush.current?.(from, to) : undefined,
    });
    crosshair.current = made;
    return made.end;
  }, [canBrush]);
  useLayoutEffect(() => {
    if (width <= NARROWEST || place.current === null) return;
    redraw(place.current, draw(width));
  }, [draw, width]);
  // Those that open something; of a picture that opens nothing those that say something.
  const isOpening = onKey !== undefined;
  const marks = () => [...(place.current?.querySelectorAll(isOpening ? '[data-key]' : '[data-label]') ?? [])];
  useEffect(() => {
    const all = marks();
    for (const [i, mark] of all.entries()) mark.classList.toggle('at', i === at);
    crosshair.current?.show(at === null ? null : (all[at] ?? null));
  }, [at, draw, width]);
  const announcement = at === null ? '' : labelOf(marks()[at]);
  const open = (mark: Element | null | undefined) => {
    const key = mark?.closest('[data-key]')?.getAttribute('data-key');
    if (key !== null && key !== undefined) onKey?.(key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const last = marks().length - 1;
    if (step !== undefined) setAt(Math.max(0, Math.min(last, at === null ? 0 : at + step)));
    else if (event.key === 'Home') setAt(0);
    else if (event.key === 'End') setAt(last);
    else if (event.key === 'Enter' && at !== null) open(marks()[at]);
    else if (event.key === 'Escape' && at !== null) setAt(null);
    else return;
    event.preventDefault();
  };
  const reachable = {
    tabIndex: 0,
    role: 'group',
    'aria-label': `${name}: arrow keys move between marks${isOpening ? ', Enter opens its trades' : ''}`,
    onKeyDown,
    onBlur: () => setAt(null),
    onClick: ({ nativeEvent }: MouseEvent) => open(crosshair.current?.markAt(nativeEvent)),
  };
  return (
    <ChartFrame name={name} table={table} png={() => pngOf(draw(Math.max(width, NARROWEST)), name)} onKey={onKey}>
      <div className="plot">
        {/* Without a height of its own: a picture that is drawn higher tells it nothing. */}
        <div ref={ruler} />
        <div ref={place} className={isOpening ? 'reachable opening' : 'reachable'} {...reachable} />
        <div ref={line} className="crosshair" hidden />
        <div ref={card} role="tooltip" className="crosshair-card" popover="manual" />
      </div>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </ChartFrame>
  );
}
