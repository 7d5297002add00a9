// How figures were counted, behind a few words below them: to who points at it, reaches it by keys or taps it. It takes its own
// place and covers nothing.
import { type ReactNode, useId, useRef, useState } from 'react';
import { Icon } from './icon.tsx';

/** A pointer on its way elsewhere asks nothing. */
const PAUSE_MS = 250;

/** Fields of an answer are called by words on the screen, as everything is. */
export const inWords = (text: string): string =>
  text.replaceAll(/\b[a-z]+(?:_[a-z]+)+\b|\bpnl\b/g, (name) => name.replaceAll('_', ' ').replace('pnl', 'result'));

export function Convention({ children }: { readonly children: string }): ReactNode {
  const id = useId();
  const [isPinned, setPinned] = useState(false);
  const [looked, setLooked] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const look = (isLooking: boolean) => {
    clearTimeout(timer.current);
    if (isLooking) timer.current = setTimeout(() => setLooked(true), PAUSE_MS);
    else setLooked(false);
  };
  const isOpen = isPinned || looked;
  return (
    <div className="convention" onPointerLeave={() => look(false)}>
      <button
        type="button"
        className="button ghost small"
        aria-expanded={isOpen}
        aria-controls={id}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && look(true)}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setLooked(true)}
        onBlur={() => setLooked(false)}
        onClick={() => setPinned(!isPinned)}
        onKeyDown={({ key }) => {
          if (key !== 'Escape') return;
          setPinned(false);
          setLooked(false);
        }}
      >
        <Icon name="info" />
        Definition
      </button>
      <p id={id} role="note" hidden={!isOpen}>
        {inWords(children)}
      </p>
    </div>
  );
}
