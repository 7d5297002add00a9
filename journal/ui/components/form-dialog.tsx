// A button that opens a form, which says at each field what the service has against it.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { noteWrite } from '../client/cache.ts';
import { type Fields, takeCutOff } from '../client/keeper.ts';
import type { Problem } from '../client/problem.ts';
import { Dialog } from './dialog.tsx';
import { DraftOffer, DraftState, useFormDraft } from './draft-offer.tsx';
import { Choice, Field, LongField, type Options } from './field.tsx';
import { differencesIn, readFields, writeFields } from './form-draft.ts';
import { changesIn, type FormChanges, type FormValues, readForm } from './form-values.ts';
import { HeldImagesField, useHeldImages } from './pasted-images.tsx';
import { KeyedChoice } from './keyed-choice.tsx';
import { TickerField } from './ticker-field.tsx';

export interface FieldSpec {
  readonly name: string;
  readonly label: string;
  /** `moment` is a day and a time of day, as clocks show it; `keys` are answers by one key each. */
  readonly kind?: 'text' | 'number' | 'date' | 'time' | 'moment' | 'long' | 'flag' | 'password' | 'ticker' | 'keys';
  readonly options?: Options;
  readonly value?: string | number | boolean | null | undefined;
  readonly required?: boolean;
}

interface FormDialogProps {
  readonly button: string;
  readonly title: string;
  readonly fields: readonly FieldSpec[];
  /** What changes a thing sends `changed` alone: the other fields may have been changed elsewhere while the form was open. */
  readonly save: (values: FormValues, changed: FormChanges) => Promise<unknown>;
  /** What follows from what is written so far; `fill` writes into a field. */
  readonly live?: (values: FormValues, fill: (name: string, text: string) => void) => ReactNode;
  /** For a new thing that can have images: stores one with what `save` answered. */
  readonly attach?: (made: unknown, image: File) => Promise<unknown>;
  /** The kind of thing it changes, as the service's events name it. */
  readonly changes: string;
  /** The name of its draft, with the id of what it changes: `trade:ID`. Where the title names the thing, that will do. */
  readonly form?: string;
  readonly main?: boolean;
  /** Many short fields: side by side where there is room. */
  readonly wide?: boolean;
  /** Distinguishes it from other buttons of the same name for people who use a screen reader. */
  readonly about?: string;
  /** What is to be known before anything is written. */
  readonly before?: ReactNode;
  readonly children?: ReactNode;
}

/** The service takes no longer one. */
const LONGEST_NAME = 300;

const nameOf = ({ form, changes, title }: Pick<FormDialogProps, 'form' | 'changes' | 'title'>): string =>
  (form ?? `${changes}:${title}`).slice(0, LONGEST_NAME);

export function FormDialog({ button, main = false, about, ...form }: FormDialogProps): ReactNode {
  const [open, setOpen] = useState<'no' | 'yes' | 'again'>('no');
  const name = nameOf(form);
  useEffect(() => {
    if (takeCutOff(name)) setOpen('again');
  }, [name]);
  return (
    <>
      <button type="button" className={main ? 'button main' : 'button'} onClick={() => setOpen('yes')}>
        {button}
        {about !== undefined && <span className="visually-hidden"> {about}</span>}
      </button>
      {open !== 'no' && <OpenForm {...form} isResumed={open === 'again'} onClose={() => setOpen('no')} />}
    </>
  );
}

type OpenFormProps = Omit<FormDialogProps, 'button' | 'main' | 'about'> & {
  readonly onClose: () => void;
  /** It was open when the session ended: its draft is restored automatically. */
  readonly isResumed?: boolean;
};

/** The form alone, where something else opened it. */
export function OpenForm({
  title,
  fields,
  save,
  live,
  attach,
  changes,
  form: draftName,
  wide = false,
  isResumed = false,
  onClose,
  before,
  children,
}: OpenFormProps): ReactNode {
  const held = useHeldImages();
  // What is fetched again meanwhile does not change what stands in the form.
  const [opened] = useState(fields);
  const draft = useFormDraft(nameOf({ ...(draftName !== undefined && { form: draftName }), changes, title }));
  // Words that come back are the beginning of another form: its fields know nothing of the first.
  const [begun, setBegun] = useState(draft.begun);
  // A second try, because an image was refused, must not make the thing twice.
  const made = useRef<{ readonly thing: unknown }>(null);
  const send = useMutation<unknown, Problem, FormValues>({
    mutationFn: async (values) => {
      made.current ??= { thing: await save(values, changesIn(values, opened)) };
      const { thing } = made.current;
      if (attach !== undefined) await held.attachAll((image) => attach(thing, image));
      // It is saved: that its draft is still there is no reason to say that it is not.
      await draft.finish().catch(() => {});
    },
    onSuccess: onClose,
    onSettled: () => {
      if (made.current !== null) noteWrite(changes);
    },
  });
  const form = useRef<HTMLFormElement>(null);
  // Only what was changed is saved: the rest may differ by the time the draft is resumed.
  const first = useRef<Fields>({});
  useEffect(() => {
    if (form.current !== null) first.current = readFields(form.current.elements);
  }, []);
  const [values, setValues] = useState<FormValues>(() =>
    Object.fromEntries(fields.map(({ name, value }) => [name, value ?? undefined])),
  );
  const read = () => {
    if (form.current === null) return;
    draft.note(differencesIn(readFields(form.current.elements), first.current));
    if (live !== undefined) setValues(readForm(new FormData(form.current), fields));
  };
  const goOn = () => {
    if (draft.offered === null) return;
    setBegun(draft.offered.fields);
    draft.note(draft.offered.fields);
    draft.decline();
  };
  useEffect(() => {
    if (isResumed) goOn();
  }, [isResumed, draft.offered]);
  useEffect(() => {
    if (begun === null || form.current === null) return;
    writeFields(form.current.elements, begun);
    setValues(readForm(new FormData(form.current), fields));
    // Only when other words have come, not with every drawing.
  }, [begun]);
  const fill = (name: string, text: string) => {
    const field = form.current?.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement)) return;
    field.value = text;
    read();
  };
  const known = new Set(fields.map(({ name }) => name));
  const elsewhere = send.error !== null && !send.error.fields.some(({ field }) => known.has(field));
  return (
    <Dialog
      title={title}
      onClose={onClose}
      wide={wide}
      isForm
      isTyped={begun !== null}
      onDiscard={() => void draft.finish().catch(() => {})}
    >
      {draft.offered !== null && <DraftOffer draft={draft.offered} onContinue={goOn} onDecline={draft.decline} />}
      <DraftState keeper={draft.keeper} />
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
        <button type="submit" className="button main" disabled={send.isPending} aria-busy={send.isPending}>
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

const types: Partial<Record<NonNullable<FieldSpec['kind']>, string>> = {
  date: 'date',
  time: 'time',
  moment: 'datetime-local',
  password: 'password',
};

function Input({ field, problem, first }: InputProps): ReactNode {
  const { name, label, kind = 'text', options, value, required = false } = field;
  const text = value === null || value === undefined ? '' : String(value);
  const common = { label, name, problem, defaultValue: text, required, autoFocus: first };
  if (options && kind === 'keys')
    return <KeyedChoice name={name} label={label} options={options} value={text} autoFocus={first} />;
  if (options) return <Choice {...common} options={options} />;
  if (kind === 'flag') return <Flag name={name} label={label} on={value === true} />;
  if (kind === 'long') return <LongField {...common} />;
  if (kind === 'ticker') return <TickerField {...common} />;
  return (
    <Field
      {...common}
      type={types[kind] ?? 'text'}
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
