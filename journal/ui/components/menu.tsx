// The acts of one thing that are not wanted every day, behind one sign: a row opens, its acts do not crowd it. What an act
// opens or says stays when the menu closes.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Icon } from './icon.tsx';

interface MenuProps {
  /** Whose acts they are. */
  readonly of: string;
  readonly children: ReactNode;
}

export function Menu({ of, children }: MenuProps): ReactNode {
  const id = useId();
  const sign = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const [button, shown] = [sign.current, list.current];
    if (!isOpen || button === null || shown === null) return undefined;
    const at = button.getBoundingClientRect();
    place(shown, at);
    actsIn(shown)[0]?.focus();
    const ended = new AbortController();
    const close = () => setOpen(false);
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && !shown.contains(target) && !button.contains(target)) close();
    };
    document.addEventListener('pointerdown', onPress, { signal: ended.signal });
    // It stands where its sign was; a scroll that ended before it opened moved neither.
    const onScroll = () => {
      if (button.getBoundingClientRect().top !== at.top) close();
    };
    document.addEventListener('scroll', onScroll, { signal: ended.signal, capture: true, passive: true });
    window.addEventListener('resize', close, { signal: ended.signal });
    return () => ended.abort();
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || list.current === null) return;
    const acts = actsIn(list.current);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') {
      setOpen(false);
      sign.current?.focus();
    } else if (event.key === 'Tab') return setOpen(false);
    else if (step !== undefined) {
      const at = acts.indexOf(document.activeElement as HTMLElement);
      acts[(at + step + acts.length) % acts.length]?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span className="menu" onKeyDown={onKeyDown}>
      <button
        ref={sign}
        type="button"
        className="button ghost sign"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
        <span className="visually-hidden">More for {of}</span>
      </button>
      <span
        ref={list}
        id={id}
        className={isOpen ? 'menu-list open' : 'menu-list'}
        // First: what the act opens gives the focus back to the sign, for the act itself is out of sight by then.
        onClickCapture={() => {
          if (!isOpen) return;
          sign.current?.focus();
          setOpen(false);
        }}
      >
        {children}
      </span>
    </span>
  );
}

const actsIn = (list: HTMLElement): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>(':scope > .button:enabled'),
];

/** Below the sign and flush with its end; above it where there is no room below. */
function place(list: HTMLElement, sign: DOMRect): void {
  const { width, height } = list.getBoundingClientRect();
  const below = sign.bottom + height <= innerHeight;
  list.style.top = `${below ? sign.bottom : Math.max(0, sign.top - height)}px`;
  list.style.left = `${Math.max(0, sign.right - width)}px`;
}
