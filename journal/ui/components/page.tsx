// The head of every page: its one h1, and the title of the tab.
import { type ReactNode, useEffect } from 'react';
import { useTitle } from './title.ts';

export function Page({
  title,
  aside,
  children,
}: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const { setPage } = useTitle();
  useEffect(() => setPage(title), [setPage, title]);
  return (
    <>
      <div className="page-head">
        <h1>{title}</h1>
        {aside}
      </div>
      {children}
    </>
  );
}
