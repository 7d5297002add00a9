// A question that is answered by one key: it takes the answer and moves to the next question.
import type { KeyboardEvent, ReactNode } from 'react';
import type { Options } from './field.tsx';
import { keysOf } from './option-keys.ts';

interface KeyedChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly options: Options;
  readonly value: string;
  readonly autoFocus: boolean;
}

export function KeyedChoice({ name, label, options, value, autoFocus }: KeyedChoiceProps): ReactNode {
  const keys = keysOf(options);
  const keyOf = new Map([...keys].map(([key, answer]) => [answer, key]));
  const onKey = (event: KeyboardEvent<HTMLFieldSetElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const answer = keys.get(event.key.toLowerCase());
    const group = event.currentTarget;
    const wanted = [...group.querySelectorAll('input')].find((input) => input.value === answer);
    if (answer === undefined || wanted === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    wanted.click();
    nextAfter(group)?.focus();
  };
  return (
    <fieldset className="keyed" onKeyDown={onKey}>
      <legend>{label}</legend>
      {options.map(([answer, text], at) => (
        <label key={answer}>
          <input
            type="radio"
            name={name}
            value={answer}
            required
            defaultChecked={value === answer}
            autoFocus={autoFocus && at === 0}
          />
          <kbd aria-hidden="true">{keyOf.get(answer)}</kbd> {text === keyOf.get(answer)?.toUpperCase() ? '' : text}
          {text === keyOf.get(answer)?.toUpperCase() && <span className="visually-hidden">{text}</span>}
        </label>
      ))}
    </fieldset>
  );
}

/** The first thing of the form that can be written into after the group. */
function nextAfter(group: HTMLFieldSetElement): HTMLElement | null {
  const fields = group.form?.querySelectorAll<HTMLElement>('input, textarea, select, button[type="submit"]') ?? [];
  return [...fields].find((each) => group.compareDocumentPosition(each) === Node.DOCUMENT_POSITION_FOLLOWING) ?? null;
}
