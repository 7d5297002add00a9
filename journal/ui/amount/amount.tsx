// The only way to show money, a quantity or a price.
import { type ReactNode, useEffect, useState } from 'react';
import { type AmountKind, amountFigure, type Figure, isHidden, marks, multipleFigure, shareFigure } from './figure.ts';
import { HIDDEN } from './privacy.ts';
import { useFigureDisplay } from './figure-display.tsx';

type Value = number | null | undefined;

export const Amount = ({ value, ...kind }: AmountKind & { readonly value: Value }): ReactNode => (
  <FigureText figure={amountFigure(value, kind)} />
);

/** A result in units of what was risked. */
export const Multiple = ({ value }: { readonly value: Value }): ReactNode => (
  <FigureText figure={multipleFigure(value)} />
);

/** A result as a share of something. */
export const Share = ({ value }: { readonly value: Value }): ReactNode => <FigureText figure={shareFigure(value)} />;

export function FigureText({ figure }: { readonly figure: Figure }): ReactNode {
  return isHidden(figure, useFigureDisplay()) ? <HiddenFigure>{drawToned(figure)}</HiddenFigure> : drawToned(figure);
}

function drawToned({ text, tone = 'even' }: Figure): ReactNode {
  if (tone === 'even') return <span className="amount">{text}</span>;
  return (
    <span className={`amount ${tone}`}>
      <span aria-hidden="true">{marks[tone]}</span> {text}
    </span>
  );
}

/** What is hidden is in the page only as long as the person holds Alt over it. */
function HiddenFigure({ children }: { readonly children: ReactNode }): ReactNode {
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
