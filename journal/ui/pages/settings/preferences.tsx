// Choices about the app: each takes effect immediately and is stored in the book.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { type Look, useLook } from '../../client/look.ts';
import { Choice, Field, type Options } from '../../components/field.tsx';
import { prefer } from '../../client/preferences.ts';
import type { Problem } from '../../client/problem.ts';

const usePrefer = () => useMutation<void, Problem, Partial<Look>>({ mutationFn: prefer });

interface OneProps {
  readonly name: keyof Look;
  readonly label: string;
}

export function PreferenceChoice({ name, label, options }: OneProps & { readonly options: Options }): ReactNode {
  const look = useLook();
  const save = usePrefer();
  return (
    <>
      <Choice
        label={label}
        value={String(look[name])}
        onChange={(event) => save.mutate({ [name]: event.target.value })}
        options={options}
      />
      {save.error && <p role="alert">{save.error.message}</p>}
    </>
  );
}

/** Saved when the field is left: every key pressed on the way would otherwise be validated. */
export function PreferredNumber({ name, label }: OneProps): ReactNode {
  const look = useLook();
  const save = usePrefer();
  const value = String(look[name]);
  return (
    <>
      <Field
        key={value}
        label={label}
        inputMode="numeric"
        defaultValue={value}
        onBlur={({ target }) => {
          if (target.value !== value) save.mutate({ [name]: Number(target.value) });
        }}
      />
      {save.error && <p role="alert">{save.error.message}</p>}
    </>
  );
}

interface FlagProps extends OneProps {
  /** Asked before it is switched on: null, or the reason that leaves it off. */
  readonly before?: () => Promise<string | null>;
}

export function PreferredFlag({ name, label, before }: FlagProps): ReactNode {
  const id = useId();
  const look = useLook();
  const save = usePrefer();
  const [refusal, setRefusal] = useState<string | null>(null);
  const change = async (on: boolean) => {
    const why = on && before !== undefined ? await before() : null;
    setRefusal(why);
    if (why === null) save.mutate({ [name]: on });
  };
  const wrong = refusal ?? save.error?.message;
  return (
    <p>
      <input
        id={id}
        type="checkbox"
        checked={look[name] === true}
        onChange={(event) => void change(event.target.checked)}
      />{' '}
      <label htmlFor={id}>{label}</label>
      {wrong !== undefined && <span role="alert"> {wrong}</span>}
    </p>
  );
}
