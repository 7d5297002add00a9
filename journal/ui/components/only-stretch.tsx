import type { ReactNode } from 'react';

/** Where more is selected than the page can evaluate: its figures must not pass for those of one tag. */
export const OnlyStretch = (): ReactNode => (
  <p className="quiet">Only the accounts and the period of the filter apply here.</p>
);
