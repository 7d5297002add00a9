// What stands below the first screen is asked for when somebody scrolls there.
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** While a page fills, everything on it is visible for a moment. */
const SETTLED_MS = 2000;

export function WhenSeen({ children }: { readonly children: ReactNode }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen) return undefined;
    const observer = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    const timer = setTimeout(() => place.current !== null && observer.observe(place.current), SETTLED_MS);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [isSeen]);
  return isSeen ? children : <div ref={place} className="unseen" />;
}
