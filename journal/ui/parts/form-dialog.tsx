// A button that opens a form, which says at each field what the service has against it.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { noteWrite } from '../service/cache.ts';
import type { Problem } from '../service/problem.ts';
import { Dialog } from './dialog.tsx';
import { Choice, Field } from './field.tsx';

export interface FieldSpec {
  readonly name: string;
  readonly label: string;
  readonly kind?: 'text' | 'number' | 'date' | 'long' | 'flag';
  readonly options?: readonly (readonly [value: string, label: string])[];
  readonly value?: string | number | boolean | null | undefined;
  readonly required?: boolean;
}

/** What was written: text, a number where one was asked for, nothing where the field was left empty. */
export type Given = Readonly<Record<string, string | number | boolean | undefined>>;

interface FormDialogProps {
  readonly button: string;
  readonly title: string;
  readonly fields: readonly FieldSpec[];
  readonly save: (given: Given) => Promise<unknown>;
  /** The kind of thing it changes, as the service's events name it. */
  readonly changes: string;
  readonly main?: boolean;
}

export function FormDialog({ button, main = false, ...form }: FormDialogProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={main ? 'button main' : 'button'} onClick={() => setOpen(true)}>
        {button}
      </button>
      {open && <OpenForm {...form} onClose={() => setOpen(false)} />}
    </>
  );
}

type OpenFormProps = Omit<FormDialogProps, 'button' | 'main'> & { readonly onClose: () => void };

function OpenForm({ title, fields, save, changes, onClose }: OpenFormProps): ReactNode {
  const send = useMutation<unknown, Problem, Given>({
    mutationFn: save,
    onSuccess: () => {
      noteWrite(changes);
      onClose();
    },
  });
  const known = new Set(fields.map(({ name }) => name));
  const elsewhere = send.error !== null && !send.error.fields.some(({ field }) => known.has(field));
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate(read(new FormData(event.currentTarget), fields));
        }}
      >
        {fields.map((field, i) => (
          <Input key={field.name} field={field} problem={send.error} first={i === 0} />
        ))}
        {elsewhere && <p role="alert">{send.error.message}</p>}
        <button type="submit" className="button main" disabled={send.isPending}>
          Save
        </button>
      </form>
    </Dialog>
  );
}

function read(form: FormData, fields: readonly FieldSpec[]): Given {
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      if (kind === 'flag') return [name, form.get(name) === 'on'];
      const text = form.get(name);
      if (typeof text !== 'string' || text.trim() === '') return [name, undefined];
      return [name, kind === 'number' ? Number(text.replaceAll(',', '')) : text];
    }),
  );
}

function Input({
  field,
  problem,
  first,
}: {
  readonly field: FieldSpec;
  readonly problem: Problem | null;
  readonly first: boolean;
}): ReactNode {
  const id = useId();
  const { name, label, kind = 'text', options, value, required = false } = field;
  const text = value === null || value === undefined ? '' : String(value);
  if (options) return <Choice label={label} name={name} defaultValue={text} options={options} problem={problem} />;
  if (kind === 'flag')
    return (
      <p>
        <input type="checkbox" id={id} name={name} defaultChecked={value === true} />{' '}
        <label htmlFor={id}>{label}</label>
      </p>
    );
  if (kind === 'long')
    return (
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <textarea id={id} name={name} rows={5} defaultValue={text} required={required} autoFocus={first} />
      </div>
    );
  return (
    <Field
      label={label}
      name={name}
      type={kind === 'date' ? 'date' : 'text'}
      {...(kind === 'number' && { inputMode: 'decimal' as const })}
      defaultValue={text}
      required={required}
      autoFocus={first}
      problem={problem}
    />
  );
}
