// Labelled inputs that show what the service says is wrong with them.
import { type ComponentProps, type ReactNode, useId } from 'react';
import type { Problem } from '../client/problem.ts';

interface LabelProps {
  readonly label: string;
  /** The service's answer; what it says of the field's name is shown at the field. */
  readonly problem?: Problem | null | undefined;
}

interface Marks {
  readonly id: string;
  readonly name: string | undefined;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

interface FrameProps extends LabelProps {
  readonly name: string | undefined;
  readonly children: (marks: Marks) => ReactNode;
}

function Frame({ label, problem, name, children }: FrameProps): ReactNode {
  const id = useId();
  const fault = problem?.fields.find(({ field }) => field === name)?.message;
  const described = fault === undefined ? undefined : `${id}-fault`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, name, 'aria-invalid': fault !== undefined, 'aria-describedby': described })}
      {fault !== undefined && (
        <span className="fault" id={described}>
          {fault}
        </span>
      )}
    </div>
  );
}

export function Field({ label, problem, name, ...input }: LabelProps & ComponentProps<'input'>): ReactNode {
  return (
    <Frame label={label} problem={problem} name={name}>
      {(marks) => <input {...marks} {...input} />}
    </Frame>
  );
}

export function LongField({ label, problem, name, ...area }: LabelProps & ComponentProps<'textarea'>): ReactNode {
  return (
    <Frame label={label} problem={problem} name={name}>
      {(marks) => <textarea rows={5} {...marks} {...area} />}
    </Frame>
  );
}

export type Options = readonly (readonly [value: string, label: string])[];

/** The names of a set of words, each with what a person reads. */
export const optionsOf = (names: Readonly<Record<string, string>>): Options => Object.entries(names);

interface ChoiceProps extends LabelProps, ComponentProps<'select'> {
  readonly options: Options;
}

/** What is chosen stays chosen, also before its options are there, or when it is none of them any more. */
function withChosen(options: Options, chosen: ChoiceProps['defaultValue']): Options {
  const value = String(chosen ?? '');
  return value === '' || options.some(([each]) => each === value) ? options : [[value, value], ...options];
}

export function Choice({ label, options, problem, name, ...select }: ChoiceProps): ReactNode {
  return (
    <Frame label={label} problem={problem} name={name}>
      {(marks) => (
        <select {...marks} {...select}>
          {withChosen(options, select.defaultValue).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Frame>
  );
}

/** What was written into a field of a form. */
export function textOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}
