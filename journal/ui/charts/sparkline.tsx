// A picture as small as a word.
import { element, sparkline } from '@zorivest/pictures';
import { type ReactNode, useEffect, useRef } from 'react';

interface SparklineProps {
  readonly label: string;
  readonly values: readonly number[];
}

export function Sparkline({ label, values }: SparklineProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const drawn = sparkline({ label, width: 60, height: 16, values });
    place.current?.replaceChildren(element<SVGElement>(document, drawn));
  }, [label, values]);
  return <div ref={place} className="sparkline" />;
}
