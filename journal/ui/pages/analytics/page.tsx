// What the trades say: one question a tab, each answered with a picture, its figures and how many it stands on.
import type { ReactNode } from 'react';
import { Tabs } from '../../components/tabs.tsx';
import { analyticsTabs } from '../../tabs.ts';
import { Behaviour } from './behaviour.tsx';
import { SideBySide, CompareChoice } from './compare.tsx';
import { Costs } from './costs.tsx';
import { Drawdown } from './drawdown.tsx';
import { Multiples } from './multiples.tsx';
import { Results } from './results.tsx';
import { Strategies } from './strategies.tsx';
import { Times } from './times.tsx';
import { WhatIf } from './what-if.tsx';

const bodies = {
  results: Results,
  time: Times,
  strategies: Strategies,
  r: Multiples,
  drawdown: Drawdown,
  costs: Costs,
  behaviour: Behaviour,
  'what-if': WhatIf,
};

export function AnalyticsPage(): ReactNode {
  return (
    <Tabs
      title="Analytics"
      path="/analytics"
      tabs={analyticsTabs}
      bodies={bodies}
      aside={<CompareChoice />}
      around={SideBySide}
    />
  );
}
