// One element of the grid, which shows the row it is given: another one after a scroll. It is drawn again only when
// something of its own has changed, and then changes its texts in place.
import { type CSSProperties, memo, type ReactNode, useState } from 'react';
import { nameTrade } from '@zorivest/vocabulary';
import { FigureText } from '../../amount/amount.tsx';
import { SmallLine } from '../../charts/small-line.tsx';
import { isHidden, marks } from '../../amount/figure.ts';
import { type FigureDisplay, useFigureDisplay } from '../../amount/figure-display.tsx';
import { type GridColumn, RESULT, type Trip } from './columns.ts';

interface GridRowProps {
  readonly index: number;
  readonly top: number;
  readonly trip: Trip | undefined;
  readonly zone: string;
  readonly columns: readonly GridColumn[];
  /** The result that fills its bar. */
  readonly usual: number;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  /** The same function over all of the grid's life. */
  readonly onOpen: (index: number) => void;
  readonly onChoose: (trip: Trip) => void;
  readonly onTouch: (index: number) => void;
}

export const GridRow = memo(function GridRow(props: GridRowProps): ReactNode {
  const { index, top, trip, zone, columns, usual, isActive, isChosen, onOpen, onChoose, onTouch } = props;
  const shown = useFigureDisplay();
  // Hints are worked out for the row under the pointer only.
  const [isPointedAt, setPointedAt] = useState(false);
  return (
    <div
      id={rowId(index)}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      aria-busy={trip === undefined ? true : undefined}
      className={`grid-row${isActive ? ' active' : ''}${trip === undefined ? ' waiting' : ''}`}
      // Set by script on the element, which the page's policy allows; a style in markup it would not.
      style={{ top }}
      onClick={() => onOpen(index)}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
    >
      <span role="gridcell" onClick={(event) => event.stopPropagation()}>
        <input
          type="checkbox"
          tabIndex={-1}
          hidden={trip === undefined}
          aria-label={`Select ${trip === undefined ? '' : nameTrade(trip)}`}
          checked={isChosen}
          onFocus={() => onTouch(index)}
          onChange={() => trip !== undefined && onChoose(trip)}
        />
      </span>
      {columns.map((column) => cellOf(column, { trip, zone, shown, usual, isPointedAt }))}
    </div>
  );
});

export const rowId = (index: number): string => `trip-${index}`;

interface CellOf {
  readonly trip: Trip | undefined;
  readonly zone: string;
  readonly shown: FigureDisplay;
  readonly usual: number;
  readonly isPointedAt: boolean;
}

/** One element and its text, of the same shape for every trade: hundreds of them change with a step of the wheel. */
function cellOf(column: GridColumn, { trip, zone, shown, usual, isPointedAt }: CellOf): ReactNode {
  const { id, text } = column;
  const place = `of-${id}${text === undefined ? '' : ` text ${text}`}`;
  const part = id === RESULT ? { 'data-part': 'result' } : {};
  if (trip === undefined) return <span key={id} role="gridcell" className={place} {...part} />;
  if ('cell' in column)
    return (
      <span key={id} role="gridcell" className={place} title={(isPointedAt && column.hint?.(trip, zone)) || undefined}>
        {column.cell(trip, zone)}
      </span>
    );
  if ('path' in column)
    return (
      <span key={id} role="gridcell" className={place}>
        <SmallLine points={column.path(trip)} />
      </span>
    );
  const figure = column.figure(trip, shown.show);
  // What a person uncovered belongs to a trade, and must not stay uncovered for the next one in its place.
  if (isHidden(figure, shown))
    return (
      <span key={id} role="gridcell" className={place} {...part}>
        <FigureText key={trip.id} figure={figure} />
      </span>
    );
  if (figure.tone === undefined)
    return (
      <span key={id} role="gridcell" className={`${place} amount`} {...part}>
        {figure.text}
      </span>
    );
  return (
    <span
      key={id}
      role="gridcell"
      className={`${place} amount ${figure.tone}`}
      {...part}
      {...(id === RESULT && { style: barOf(trip, usual) })}
    >
      <span aria-hidden="true">{`${marks[figure.tone]} `}</span>
      {figure.text}
    </span>
  );
}

/** How much of the cell its bar takes; drawn by the sheet. */
function barOf({ pnl_in_period }: Trip, usual: number): CSSProperties {
  const share = usual === 0 ? 0 : Math.min(1, Math.abs(pnl_in_period) / usual);
  return { '--share': share.toFixed(2) } as CSSProperties;
}
