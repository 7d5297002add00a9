// A field for an instrument: it offers what the book knows by the letters typed so far, then what a provider finds.
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { count } from '../amount/format.ts';
import { useEndpoint } from '../client/cache.ts';
import { Field } from './field.tsx';
import { offersOf } from './ticker-offers.ts';
import { useSettled } from './settled-value.ts';

const OFFERED = 8;
const PAUSE_MS = 300;
/** One letter says too little to ask somebody outside. */
const FEWEST_LETTERS = 2;

function useOffers(typed: string, isOpen: boolean) {
  const wanted = typed.trim();
  const isAsked = isOpen && wanted !== '';
  const options = { enabled: isAsked, steady: true };
  const known = useEndpoint('trades', 'instruments', { query: { search: wanted, limit: OFFERED } }, options);
  const providers = useEndpoint('market', 'providers', undefined, { enabled: isAsked });
  const canSearch = (providers.data ?? []).some(
    ({ is_enabled, has_api_key, needs_api_key, data_types }) =>
      is_enabled && (has_api_key || !needs_api_key) && data_types.includes('search'),
  );
  const settled = useSettled(wanted, PAUSE_MS);
  const found = useEndpoint(
    'market',
    'search',
    { query: { query: settled } },
    { enabled: isAsked && canSearch && settled.length >= FEWEST_LETTERS && settled === wanted },
  );
  return isAsked ? offersOf(known.data?.items ?? [], found.data ?? [], OFFERED) : [];
}

export function TickerField(props: ComponentProps<typeof Field>): ReactNode {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  /** None until an arrow was pressed: Enter sends the form with what was typed. */
  const [active, setActive] = useState(-1);
  const offers = useOffers(typed, isOpen);
  const isShown = isOpen && offers.length > 0;
  const choose = (symbol: string) => {
    if (input.current === null) return;
    input.current.value = symbol;
    // The form hears of it as if it had been typed.
    input.current.dispatchEvent(new Event('input', { bubbles: true }));
    setOpen(false);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = offers[active];
    if (step !== undefined && offers.length > 0)
      setActive(active < 0 && step < 0 ? offers.length - 1 : (active + step + offers.length) % offers.length);
    else if (event.key === 'Enter' && isShown && chosen !== undefined) choose(chosen.symbol);
    // The list goes first, the dialog around it with the next press.
    else if (event.key === 'Escape' && isShown) setOpen(false);
    else return;
    event.preventDefault();
  };
  return (
    <div className="combobox">
      <Field
        {...props}
        ref={input}
        role="combobox"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={`${id}-offers`}
        aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setActive(-1);
          setOpen(true);
        }}
        onKeyDown={onKey}
        onBlur={() => setOpen(false)}
      />
      <ul id={`${id}-offers`} role="listbox" aria-label="Instruments" className="offers" hidden={!isShown}>
        {offers.map(({ symbol, hint }, at) => (
          <li
            key={symbol}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(symbol)}
          >
            <span>{symbol}</span>
            <span className="quiet">{hint}</span>
          </li>
        ))}
      </ul>
      <span role="status" className="visually-hidden">
        {isShown ? `${count(offers.length)} offered` : ''}
      </span>
    </div>
  );
}
