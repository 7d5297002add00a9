// Pages of one address, side by side: the last part of the path says which.
import { type ComponentType, Fragment, type ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { useFilterSearch } from '../filter/filter.ts';
import { Page } from './page.tsx';

interface TabsProps<Id extends string> {
  readonly title: string;
  /** The path before the tab's own part. */
  readonly path: string;
  readonly tabs: readonly { readonly id: Id; readonly title: string }[];
  readonly bodies: Readonly<Record<Id, ComponentType>>;
  readonly aside?: ReactNode;
  /** What is around the tab that is shown. */
  readonly around?: ComponentType<{ readonly children: ReactNode }>;
}

export function Tabs<Id extends string>(props: TabsProps<Id>): ReactNode {
  const { title, path, tabs, bodies, aside, around: Around = Fragment } = props;
  const { tab } = useParams<{ tab?: string }>();
  const search = useFilterSearch();
  const shown = tabs.find(({ id }) => id === tab) ?? tabs[0];
  if (shown === undefined) return null;
  const Body: ComponentType = bodies[shown.id];
  return (
    <Page title={`${title}: ${shown.title}`} aside={aside}>
      <nav aria-label={title} className="tabs">
        {tabs.map(({ id, title: name }) => (
          <Link key={id} href={`${path}/${id}${search}`} aria-current={id === shown.id ? 'page' : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      <Around>
        <Body />
      </Around>
    </Page>
  );
}
