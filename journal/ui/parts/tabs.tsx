// Pages of one address, side by side: the last part of the path says which.
import type { ComponentType, ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { useFilterSearch } from '../filter/filter.ts';
import { Page } from './page.tsx';

export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly body: ComponentType;
}

interface TabsProps {
  readonly title: string;
  /** The path before the tab's own part. */
  readonly path: string;
  readonly tabs: readonly [Tab, ...Tab[]];
}

export function Tabs({ title, path, tabs }: TabsProps): ReactNode {
  const { tab } = useParams<{ tab?: string }>();
  const search = useFilterSearch();
  const shown = tabs.find(({ id }) => id === tab) ?? tabs[0];
  const Body = shown.body;
  return (
    <Page title={`${title}: ${shown.title}`}>
      <nav aria-label={title} className="tabs">
        {tabs.map(({ id, title: name }) => (
          <Link key={id} href={`${path}/${id}${search}`} aria-current={id === shown.id ? 'page' : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      <Body />
    </Page>
  );
}
