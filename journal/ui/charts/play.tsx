// What moves the clock of a replay: step by step, at a speed, or by key. The next moment is asked for when the one before is there.
import { type ReactNode, useEffect, useState } from 'react';

const SPEEDS = [1, 5, 20] as const;

interface PlayProps {
  /** By this many bars, forward or back. */
  readonly go: (bars: number) => void;
  readonly isOver: boolean;
  readonly isWaiting: boolean;
  /** Changes with every step. */
  readonly at: number;
  /** A longer step, where there is one. */
  readonly leap?: { readonly bars: number; readonly name: string };
  readonly children: ReactNode;
}

export function Play({ go, isOver, isWaiting, at, leap, children }: PlayProps): ReactNode {
  const [speed, setSpeed] = useState(0);
  useEffect(() => {
    if (speed === 0 || isOver || isWaiting) return undefined;
    const timer = setTimeout(() => go(1), 1000 / speed);
    return () => clearTimeout(timer);
  }, [speed, isOver, isWaiting, at, go]);
  return (
    <section
      className="card"
      aria-label="Replay"
      tabIndex={-1}
      onKeyDown={({ key, defaultPrevented }) => {
        // An arrow that moved the chart moves no clock.
        if (defaultPrevented) return;
        if (key === 'ArrowRight') go(1);
        if (key === 'ArrowLeft') go(-1);
      }}
    >
      <p className="page-tools">
        <button type="button" className="button main" disabled={isOver} onClick={() => go(1)}>
          Step
        </button>
        {SPEEDS.map((one) => (
          <button
            key={one}
            type="button"
            className="button"
            aria-pressed={speed === one}
            onClick={() => setSpeed((now) => (now === one ? 0 : one))}
          >
            {one}×
          </button>
        ))}
        <button type="button" className="button" onClick={() => go(-1)}>
          Back
        </button>
        {leap !== undefined && (
          <button type="button" className="button" disabled={isOver} onClick={() => go(leap.bars)}>
            {leap.name}
          </button>
        )}
      </p>
      {children}
    </section>
  );
}
