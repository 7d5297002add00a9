// What the trades say: one question a tab, each answered with a picture, its figures and how many it stands on.
import type { ReactNode } from 'react';
import { type Tab, Tabs } from '../../parts/tabs.tsx';
import { Behaviour } from './behaviour.tsx';
import { Costs } from './costs.tsx';
import { Drawdown } from './drawdown.tsx';
import { Multiples } from './multiples.tsx';
import { Results } from './results.tsx';
import { Strategies } from './strategies.tsx';
import { Times } from './times.tsx';

const tabs: readonly [Tab, ...Tab[]] = [
  { id: 'results', title: 'Results', body: Results },
  { id: 'time', title: 'Time', body: Times },
  { id: 'strategies', title: 'Strategies', body: Strategies },
  { id: 'r', title: 'R', body: Multiples },
  { id: 'drawdown', title: 'Drawdown', body: Drawdown },
  { id: 'costs', title: 'Costs', body: Costs },
  { id: 'behaviour', title: 'Behaviour', body: Behaviour },
];

export function AnalyticsPage(): ReactNode {
  return <Tabs title="Analytics" path="/analytics" tabs={tabs} />;
}
