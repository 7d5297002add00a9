// What the person decides about the app, the book and the service.
import type { ComponentType, ReactNode } from 'react';
import { type Tab, Tabs } from '../../parts/tabs.tsx';
import { Keys } from '../assistant/keys.tsx';
import { About } from './about.tsx';
import { Backups } from './backups.tsx';
import { Display } from './display.tsx';
import { GuardLimits } from './guard.tsx';

const tab = (id: string, title: string, Body: ComponentType): Tab => ({
  id,
  title,
  body: () => (
    <section className="card" aria-label={title}>
      <Body />
    </section>
  ),
});

const tabs: readonly [Tab, ...Tab[]] = [
  tab('display', 'Display', Display),
  tab('backups', 'Backups', Backups),
  tab('keys', 'Keys', Keys),
  tab('guard', 'Guard', GuardLimits),
  tab('about', 'About', About),
];

export function SettingsPage(): ReactNode {
  return <Tabs title="Settings" path="/settings" tabs={tabs} />;
}
