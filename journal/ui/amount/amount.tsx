// The only way to show money, a quantity or a price.
import { type ReactNode, useEffect, useState } from 'react';
import { useLook } from '../look/look.ts';
import { money, multiple, percent, plain, price } from './format.ts';
import { HIDDEN, useHidden } from './privacy.ts';

interface AmountProps {
  readonly value: number | null | undefined;
  readonly currency?: string | null | undefined;
  /** A result: with its sign, a mark and a colour. */
  readonly result?: boolean;
  /** A mean of prices is shown with fewer places than a price that was paid. */
  readonly as?: 'money' | 'price' | 'mean' | 'quantity';
}

export function Amount(props: AmountProps): ReactNode {
  const hidden = useHidden();
  return hidden ? <Hidden>{shownAmount(props)}</Hidden> : shownAmount(props);
}

function shownAmount({ value, currency, result = false, as = 'money' }: AmountProps): ReactNode {
  if (as === 'price' || as === 'mean') return <span className="amount">{price(value, as === 'mean' ? 4 : 8)}</span>;
  if (as === 'quantity') return <span className="amount">{plain(value)}</span>;
  if (!result) return <span className="amount">{money(value, currency)}</span>;
  return <Toned value={value}>{money(value, currency, 'always')}</Toned>;
}

/** What is hidden is in the page only as long as the person holds Alt over it. */
function Hidden({ children }: { readonly children: ReactNode }): ReactNode {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isShown) return undefined;
    const hide = () => setShown(false);
    const gone = ['keyup', 'blur'];
    for (const event of gone) window.addEventListener(event, hide);
    return () => {
      for (const event of gone) window.removeEventListener(event, hide);
    };
  }, [isShown]);
  return (
    <span
      className="amount hidden"
      onPointerMove={({ altKey }) => setShown(altKey)}
      onPointerLeave={() => setShown(false)}
    >
      {isShown ? children : HIDDEN}
    </span>
  );
}

/** They tell no amount and stay, unless the person wants them hidden too. */
function useSharesHidden(): boolean {
  const hidden = useHidden();
  return useLook().hide_percentages && hidden;
}

/** A result in units of what was risked. */
export function Multiple({ value }: { readonly value: number | null | undefined }): ReactNode {
  const shown = <Toned value={value}>{multiple(value)}</Toned>;
  return useSharesHidden() ? <Hidden>{shown}</Hidden> : shown;
}

/** A result as a share of something. */
export function Share({ value }: { readonly value: number | null | undefined }): ReactNode {
  const shown = <Toned value={value}>{percent(value, 2, 'always')}</Toned>;
  return useSharesHidden() ? <Hidden>{shown}</Hidden> : shown;
}

/** Never by colour alone: a mark says it too. */
function Toned({
  value,
  children,
}: {
  readonly value: number | null | undefined;
  readonly children: ReactNode;
}): ReactNode {
  if (value === null || value === undefined || value === 0) return <span className="amount">{children}</span>;
  return (
    <span className={`amount ${value < 0 ? 'loss' : 'gain'}`}>
      <span aria-hidden="true">{value < 0 ? '▼' : '▲'}</span> {children}
    </span>
  );
}
