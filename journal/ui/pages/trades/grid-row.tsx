// One row of the grid. Scrolling draws the rows that come into sight and leaves the others as they are: a row is drawn
// again only when something of its own has changed.
import { memo, type ReactNode } from 'react';
import type { GridColumn, Trip } from './columns.tsx';

interface GridRowProps {
  readonly index: number;
  readonly top: number;
  readonly trip: Trip | undefined;
  readonly zone: string;
  readonly columns: readonly GridColumn[];
  readonly isActive: boolean;
  readonly isChosen: boolean;
  /** The same function over all of the grid's life. */
  readonly onOpen: (index: number) => void;
  readonly onChoose: (trip: Trip) => void;
}

export const GridRow = memo(function GridRow(props: GridRowProps): ReactNode {
  const { index, top, trip, zone, columns, isActive, isChosen, onOpen, onChoose } = props;
  return (
    <div
      id={`trip-${index}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      className={isActive ? 'grid-row active' : 'grid-row'}
      // Set by script on the element, which the page's policy allows; a style in markup it would not.
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onOpen(index)}
    >
      <span role="gridcell" onClick={(event) => event.stopPropagation()}>
        {trip !== undefined && (
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Choose ${trip.instrument}`}
            checked={isChosen}
            onChange={() => onChoose(trip)}
          />
        )}
      </span>
      {columns.map(({ id, cell, text }) => (
        <span key={id} role="gridcell" className={text && `text ${text}`}>
          {trip === undefined ? <span className="skeleton cell" /> : cell(trip, zone)}
        </span>
      ))}
    </div>
  );
});
