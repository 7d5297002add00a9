// How figures are displayed now, provided once for the whole page: a table of a thousand rows reads one context.
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type Show, useShow } from '../filter/show.ts';
import { useLook } from '../client/look.ts';
import { useHidden } from './privacy.ts';

export interface FigureDisplay {
  readonly show: Show;
  readonly amountsHidden: boolean;
  /** They tell no amount and stay, unless the person wants them hidden too. */
  readonly sharesHidden: boolean;
}

// Without a provider amounts stay hidden.
const FigureDisplayContext = createContext<FigureDisplay>({ show: 'money', amountsHidden: true, sharesHidden: true });

export const useFigureDisplay = (): FigureDisplay => useContext(FigureDisplayContext);

export function FigureDisplayProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const show = useShow();
  const amountsHidden = useHidden();
  const sharesHidden = useLook().hide_percentages && amountsHidden;
  const shown = useMemo(() => ({ show, amountsHidden, sharesHidden }), [show, amountsHidden, sharesHidden]);
  return <FigureDisplayContext value={shown}>{children}</FigureDisplayContext>;
}
