// The window of a scrolled list, followed as it scrolls and as its place grows or shrinks.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { type RowWindow, type ScrollPosition, sightOf, topShowing, windowOf } from './row-window.ts';

interface List {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly total: number;
  /** Of every row, and of the head. */
  readonly rowHeight: number;
}

interface FollowedWindow {
  readonly window: RowWindow;
  /** Which way the last scroll went: who stops has not turned around. */
  readonly isForward: boolean;
  readonly scrollTo: (row: number) => void;
}

const readScroll = (element: HTMLElement | null, rowHeight: number): ScrollPosition => ({
  top: element?.scrollTop ?? 0,
  height: (element?.clientHeight ?? 0) - rowHeight,
});

export function useRowWindow({ scroller, total, rowHeight }: List): FollowedWindow {
  const [{ sight, isForward }, setSeen] = useState({
    sight: sightOf(readScroll(null, rowHeight), rowHeight),
    isForward: true,
  });
  const look = useCallback(() => {
    const sight = sightOf(readScroll(scroller.current, rowHeight), rowHeight);
    setSeen((before) => {
      const moved = sight.first - before.sight.first;
      if (moved === 0 && sight.count === before.sight.count) return before;
      return { sight, isForward: moved === 0 ? before.isForward : moved > 0 };
    });
  }, [scroller, rowHeight]);
  useLayoutEffect(look, [look]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    // In the frame of the scroll itself: later would be a second frame for every step.
    const onScroll = () => flushSync(look);
    const resized = new ResizeObserver(look);
    element.addEventListener('scroll', onScroll, { passive: true });
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      resized.disconnect();
    };
  }, [scroller, look]);
  const scrollTo = (row: number) => {
    const element = scroller.current;
    if (element !== null) element.scrollTop = topShowing(row, readScroll(element, rowHeight), rowHeight);
  };
  return { window: windowOf(sight, total), isForward, scrollTo };
}
