import type { ReactNode } from 'react';

/** Where more is chosen than the page can look at: nobody takes its figures for those of one tag. */
export const OnlyStretch = (): ReactNode => <p className="quiet">Of the filter only accounts and period count here.</p>;
