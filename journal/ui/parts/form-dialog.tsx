// A button that opens a form, which says at each field what the service has against it.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { noteWrite } from '../service/cache.ts';
import type { Problem } from '../service/problem.ts';
import { Dialog } from './dialog.tsx';
import { Choice, Field, LongField, type Options } from './field.tsx';
import { type FormValues, readForm } from './form-values.ts';
import { HeldImagesField, useHeldImages } from './held-images.tsx';
import { TickerField } from './ticker-field.tsx';

export interface FieldSpec {
  readonly name: string;
  readonly label: string;
  /** `moment` is a day and a time of day, as clocks show it. */
  readonly kind?: 'text' | 'number' | 'date' | 'moment' | 'long' | 'flag' | 'password' | 'ticker';
  readonly options?: Options;
  readonly value?: string | number | boolean | null | undefined;
  readonly required?: boolean;
}

interface FormDialogProps {
  readonly button: string;
  readonly title: string;
  readonly fields: readonly FieldSpec[];
  readonly save: (values: FormValues) => Promise<unknown>;
  /** What follows from what is written so far; `fill` writes into a field. */
  readonly live?: (values: FormValues, fill: (name: string, text: string) => void) => ReactNode;
  /** For a new thing that can have images: stores one with what `save` answered. */
  readonly attach?: (made: unknown, image: File) => Promise<unknown>;
  /** The kind of thing it changes, as the service's events name it. */
  readonly changes: string;
  readonly main?: boolean;
  /** Many short fields: side by side where there is room. */
  readonly wide?: boolean;
  /** Told apart from other buttons of the same name by those who hear the page. */
  readonly about?: string;
  /** What is to be known before anything is written. */
  readonly before?: ReactNode;
  readonly children?: ReactNode;
}

export function FormDialog({ button, main = false, about, ...form }: FormDialogProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={main ? 'button main' : 'button'} onClick={() => setOpen(true)}>
        {button}
        {about !== undefined && <span className="visually-hidden"> {about}</span>}
      </button>
      {open && <OpenForm {...form} onClose={() => setOpen(false)} />}
    </>
  );
}

type OpenFormProps = Omit<FormDialogProps, 'button' | 'main' | 'about'> & { readonly onClose: () => void };

/** The form alone, where something else opened it. */
export function OpenForm({
  title,
  fields,
  save,
  live,
  attach,
  changes,
  wide = false,
  onClose,
  before,
  children,
}: OpenFormProps): ReactNode {
  const held = useHeldImages();
  // A second try, because an image was refused, must not make the thing twice.
  const made = useRef<{ readonly thing: unknown }>(null);
  const send = useMutation<unknown, Problem, FormValues>({
    mutationFn: async (values) => {
      made.current ??= { thing: await save(values) };
      const { thing } = made.current;
      if (attach !== undefined) await held.attachAll((image) => attach(thing, image));
    },
    onSuccess: onClose,
    onSettled: () => {
      if (made.current !== null) noteWrite(changes);
    },
  });
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<FormValues>(() =>
    Object.fromEntries(fields.map(({ name, value }) => [name, value ?? undefined])),
  );
  const read = () => {
    if (live !== undefined && form.current !== null) setValues(readForm(new FormData(form.current), fields));
  };
  const fill = (name: string, text: string) => {
    const field = form.current?.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement)) return;
    field.value = text;
    read();
  };
  const known = new Set(fields.map(({ name }) => name));
  const elsewhere = send.error !== null && !send.error.fields.some(({ field }) => known.has(field));
  return (
    <Dialog title={title} onClose={onClose} wide={wide} isForm>
      <form
        ref={form}
        className={wide ? 'side-by-side' : undefined}
        onInput={read}
        {...(attach !== undefined && { onPaste: held.paste })}
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate(readForm(new FormData(event.currentTarget), fields));
        }}
      >
        {before}
        {fields.map((field, i) => (
          <Input key={field.name} field={field} problem={send.error} first={i === 0} />
        ))}
        {live?.(values, fill)}
        {children}
        {attach !== undefined && <HeldImagesField held={held} />}
        {elsewhere && <p role="alert">{send.error.message}</p>}
        <button type="submit" className="button main" disabled={send.isPending}>
          Save
        </button>
      </form>
    </Dialog>
  );
}

interface InputProps {
  readonly field: FieldSpec;
  readonly problem: Problem | null;
  readonly first: boolean;
}

const types = { date: 'date', moment: 'datetime-local', password: 'password' } as const;

function Input({ field, problem, first }: InputProps): ReactNode {
  const { name, label, kind = 'text', options, value, required = false } = field;
  const text = value === null || value === undefined ? '' : String(value);
  const common = { label, name, problem, defaultValue: text, required, autoFocus: first };
  if (options) return <Choice {...common} options={options} />;
  if (kind === 'flag') return <Flag name={name} label={label} on={value === true} />;
  if (kind === 'long') return <LongField {...common} />;
  if (kind === 'ticker') return <TickerField {...common} />;
  return (
    <Field
      {...common}
      type={kind === 'date' || kind === 'moment' || kind === 'password' ? types[kind] : 'text'}
      {...(kind === 'moment' && { step: 1 })}
      {...(kind === 'password' && { autoComplete: 'off' })}
      {...(kind === 'number' && { inputMode: 'decimal' as const })}
    />
  );
}

function Flag({ name, label, on }: { readonly name: string; readonly label: string; readonly on: boolean }): ReactNode {
  const id = useId();
  return (
    <p>
      <input type="checkbox" id={id} name={name} defaultChecked={on} /> <label htmlFor={id}>{label}</label>
    </p>
  );
}
