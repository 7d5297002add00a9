// A labelled input that shows what the service says is wrong with it.
import { type ComponentProps, type ReactNode, useId } from 'react';
import type { Problem } from '../service/problem.ts';

interface FieldProps extends ComponentProps<'input'> {
  readonly label: string;
  /** The name the service uses, where it differs from the input's. */
  readonly problem?: Problem | null | undefined;
}

export function Field({ label, problem, name, ...input }: FieldProps): ReactNode {
  const id = useId();
  const fault = problem?.fields.find(({ field }) => field === name)?.message;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        {...input}
      />
      {fault !== undefined && (
        <span className="fault" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </div>
  );
}

interface ChoiceProps extends ComponentProps<'select'> {
  readonly label: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly problem?: Problem | null | undefined;
}

export function Choice({ label, options, problem, name, ...select }: ChoiceProps): ReactNode {
  const id = useId();
  const fault = problem?.fields.find(({ field }) => field === name)?.message;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} aria-invalid={fault !== undefined} {...select}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {fault !== undefined && <span className="fault">{fault}</span>}
    </div>
  );
}

/** What was written into a field of a form. */
export function textOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}
