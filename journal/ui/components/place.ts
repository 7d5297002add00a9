// Where a page or a list was scrolled to when it was left: Back returns there. A link to the same page begins at its top.
import { useEffect, useRef, type RefObject } from 'react';

/** By the address and what in it scrolls; of this page of the browser only. */
const places = new Map<string, number>();

let isReturn = false;
addEventListener('popstate', () => {
  isReturn = true;
});
// The router tells of its own steps by these.
for (const step of ['pushState', 'replaceState'])
  addEventListener(step, () => {
    isReturn = false;
  });

/** Pages come in parts: a place is found once there is enough to scroll. */
const PATIENCE_MS = 3000;

const keyOf = (name: string): string => `${location.pathname}${location.search} ${name}`;

/** Scrolls to where it was, as soon as it can; scrolling by the person takes precedence. */
function restore(element: Element, top: number): () => void {
  const until = performance.now() + PATIENCE_MS;
  let frame = 0;
  const stop = () => cancelAnimationFrame(frame);
  const step = () => {
    if (element.scrollHeight - element.clientHeight >= top || performance.now() > until) element.scrollTop = top;
    else frame = requestAnimationFrame(step);
  };
  step();
  for (const sign of ['wheel', 'touchstart', 'keydown'])
    element.addEventListener(sign, stop, { once: true, passive: true });
  return stop;
}

/** Of a list that scrolls in itself. */
export function usePlace(list: RefObject<Element | null>, name: string): void {
  const key = useRef(keyOf(name));
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const saved = isReturn ? places.get(key.current) : undefined;
    const stop = saved === undefined ? () => {} : restore(element, saved);
    const note = () => places.set(key.current, element.scrollTop);
    element.addEventListener('scroll', note, { passive: true });
    return () => {
      stop();
      element.removeEventListener('scroll', note);
    };
  }, [list]);
}

/** Of the page itself, for whatever address it shows. */
export function usePagePlace(address: string): void {
  useEffect(() => {
    const root = document.documentElement;
    const key = keyOf('page');
    const saved = isReturn ? (places.get(key) ?? 0) : 0;
    const stop = saved > 0 ? restore(root, saved) : () => {};
    if (!isReturn) root.scrollTop = 0;
    const note = () => places.set(key, root.scrollTop);
    addEventListener('scroll', note, { passive: true });
    return () => {
      stop();
      removeEventListener('scroll', note);
    };
  }, [address]);
}
