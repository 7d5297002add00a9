// When something was done: of today the time is enough.
import type { ReactNode } from 'react';
import { clock, day, weekday } from '../../amount/time.ts';

const today = () => day(new Date().toISOString());

export function When({ at }: { readonly at: string }): ReactNode {
  const isToday = day(at) === today();
  return (
    <time className="quiet" dateTime={at}>
      {isToday ? clock(at) : `${weekday(at)} ${clock(at)}`}
    </time>
  );
}
