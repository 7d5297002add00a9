// A list in pages: where one is in it, and the way to the previous and the next page.
import type { ReactNode } from 'react';
import { count } from '../amount/format.ts';

interface PagerProps {
  readonly offset: number;
  readonly size: number;
  readonly total: number;
  readonly onChange: (offset: number) => void;
  readonly children?: ReactNode;
}

export function Pager({ offset, size, total, onChange, children }: PagerProps): ReactNode {
  return (
    <div className="page-tools">
      <button
        type="button"
        className="button"
        disabled={offset === 0}
        onClick={() => onChange(Math.max(0, offset - size))}
      >
        Previous
      </button>
      <span>
        {count(offset + 1)} to {count(Math.min(total, offset + size))} of {count(total)}
      </span>
      <button
        type="button"
        className="button"
        disabled={offset + size >= total}
        onClick={() => onChange(offset + size)}
      >
        Next
      </button>
      {children}
    </div>
  );
}
