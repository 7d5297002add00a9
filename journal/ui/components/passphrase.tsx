// Asking who it is: at the door, and before what only the person may do.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { Problem } from '../client/problem.ts';
import { Field, textOf } from './field.tsx';
import { Icon } from './icon.tsx';

interface PassphraseFormProps {
  readonly button: string;
  readonly isOptional?: boolean;
  readonly onSubmit: (passphrase: string) => Promise<unknown>;
}

export function PassphraseForm({ button, isOptional = false, onSubmit }: PassphraseFormProps): ReactNode {
  const [capsLock, setCapsLock] = useState(false);
  const [isShown, setShown] = useState(false);
  const id = useId();
  const give = useMutation<unknown, Problem, string>({ mutationFn: onSubmit });
  const wait = useCountdown(give.error?.retryAfter ?? null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        give.mutate(textOf(event.currentTarget, 'passphrase'));
      }}
    >
      <Field
        label="Passphrase"
        name="passphrase"
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="current-password"
        required={!isOptional}
        autoFocus
        onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
      />
      <p>
        <input
          type="checkbox"
          id={id}
          checked={isShown}
          onChange={({ currentTarget }) => setShown(currentTarget.checked)}
        />{' '}
        <label htmlFor={id}>Show characters</label>
      </p>
      {capsLock && (
        <p role="status" className="caps-lock">
          <Icon name="up" /> Caps Lock is on.
        </p>
      )}
      {give.error && <p role="alert">{give.error.message}</p>}
      <button type="submit" className="button main" disabled={give.isPending || wait > 0} aria-busy={give.isPending}>
        {wait > 0 ? `Wait ${wait} s` : button}
      </button>
    </form>
  );
}

/** Seconds that are still to be waited. */
function useCountdown(seconds: number | null): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (seconds === null) return undefined;
    setLeft(seconds);
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}
