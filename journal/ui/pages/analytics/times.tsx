import type { ReactNode } from 'react';
import { monthText } from '../../amount/time.ts';
import { inMonth } from '../../charts/open-trades.ts';
import { useFilter } from '../../filter/filter.ts';
import { WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { Basis } from './basis.tsx';
import { HoursOfWeek } from './hours.tsx';
import { Slices } from './slices.tsx';
import { StandingSentence } from './standing.tsx';

export function Times(): ReactNode {
  const [filter] = useFilter();
  const times = useEndpoint('analytics', 'timeBreakdown', { query: filter });
  return (
    <WhenLoaded query={times} height={400}>
      {(found) => (
        <>
          <StandingSentence
            parts={found.by_weekday}
            describe={(name) => `${name}s`}
            narrowed={(name) => ({ slice: `weekday:${name}` })}
          />
          <StandingSentence
            parts={found.by_hour}
            describe={(name) => `Trades opened from ${name}`}
            narrowed={(name) => ({ slice: `hour:${name}` })}
          />
          <HoursOfWeek />
          <Slices title="By hour" slices={found.by_hour} narrowed={(name) => ({ slice: `hour:${name}` })} />
          <Slices title="By weekday" slices={found.by_weekday} narrowed={(name) => ({ slice: `weekday:${name}` })} />
          <Slices
            title="By holding time"
            slices={found.by_holding_time}
            narrowed={(name) => ({ slice: `holding:${name}` })}
          />
          <Slices title="By month" slices={found.by_month} narrowed={inMonth} named={monthText} />
          <Basis of={found} />
        </>
      )}
    </WhenLoaded>
  );
}
