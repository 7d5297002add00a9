import type { ReactNode } from 'react';
import { useFilter } from '../../filter/filter.ts';
import { WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { Basis } from './basis.tsx';
import { HoursOfTags } from './hours.tsx';
import { SetupCurves } from './setup-curves.tsx';
import { Slices } from './slices.tsx';
import { StandingSentence } from './standing.tsx';

export function Strategies(): ReactNode {
  const [filter] = useFilter();
  const strategies = useEndpoint('analytics', 'strategyBreakdown', { query: filter });
  return (
    <WhenLoaded query={strategies} height={400}>
      {(found) => (
        <>
          <StandingSentence
            parts={found.strategies.map(({ strategy_name, ...slice }) => ({ name: strategy_name, ...slice }))}
            describe={(name) => `Trades tagged ${name}`}
            narrowed={(name) => ({ slice: `tag:${name}` })}
          />
          <Slices
            title="By tag"
            slices={found.strategies.map(({ strategy_name, ...slice }) => ({ name: strategy_name, ...slice }))}
            narrowed={(name) => ({ slice: `tag:${name}` })}
          />
          <SetupCurves
            setups={found.strategies.map(({ strategy_name, ...slice }) => ({ name: strategy_name, ...slice }))}
          />
          <HoursOfTags />
          <Slices
            title="By option structure"
            slices={found.by_option_structure}
            narrowed={(name) => ({ strategy: name })}
          />
          <Slices title="By plan" slices={found.by_plan} narrowed={(name) => ({ slice: `plan:${name}` })} />
          <Slices title="By kind" slices={found.by_category} narrowed={(name) => ({ slice: `category:${name}` })} />
          <Slices title="By side" slices={found.by_direction} narrowed={(name) => ({ direction: name })} />
          <Basis of={found} />
        </>
      )}
    </WhenLoaded>
  );
}
