// The sign of the app: a curve that falls and comes back.
import type { ReactNode } from 'react';

export const Mark = (): ReactNode => (
  <svg className="mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d="M6 8h11L7 16h11" />
  </svg>
);
