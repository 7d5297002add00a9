// A policy written or changed by the person; anything but its switch takes its approval away.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { DraftOffer, DraftState, useFormDraft } from '../../components/draft-offer.tsx';
import { Choice } from '../../components/field.tsx';
import { noteWrite, useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import { Problem } from '../../client/problem.ts';
import { beginnings, beginningsWith } from './beginnings.ts';
import { syntaxFault } from './policy-faults.ts';
import { PolicyText } from './policy-text.tsx';

export type Policy = Answer<'scheduling', 'listPolicies'>['policies'][number];

const formatPolicy = (policy: unknown) => JSON.stringify(policy, null, 2);

export function PolicyForm({ policy }: { readonly policy?: Policy }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={policy === undefined ? 'button main' : 'button'} onClick={() => setOpen(true)}>
        {policy === undefined ? 'New report' : 'Text'}
        {policy !== undefined && <span className="visually-hidden"> {policy.name}</span>}
      </button>
      {open && <Form {...(policy !== undefined && { policy })} onClose={() => setOpen(false)} />}
    </>
  );
}

interface FormProps {
  readonly policy?: Policy;
  readonly onClose: () => void;
}

function Form({ policy, onClose }: FormProps): ReactNode {
  const draft = useFormDraft(`policy:${policy?.id ?? 'new'}`);
  const [text, setText] = useState(() =>
    String(draft.begun?.['text'] ?? formatPolicy(policy?.policy_json ?? beginnings[0]?.policy)),
  );
  const write = (next: string) => {
    setText(next);
    draft.note({ text: next });
  };
  const save = useMutation<unknown, Problem>({
    mutationFn: async () => {
      const broken = syntaxFault(text);
      if (broken !== null) throw new Problem(0, 'invalid', `Line ${broken.line} ${broken.message}`);
      const body = { policy_json: JSON.parse(text) as Record<string, unknown> };
      await (policy === undefined
        ? api.scheduling.createPolicy({ body })
        : api.scheduling.updatePolicy({ params: { policy_id: policy.id }, body }));
    },
    onSuccess: () => {
      noteWrite('policy');
      void draft.finish().catch(() => {});
      onClose();
    },
  });
  return (
    <Dialog
      title={policy === undefined ? 'New report' : `Text of ${policy.name}`}
      wide
      isForm
      isTyped={draft.begun !== null}
      onDiscard={() => void draft.finish().catch(() => {})}
      onClose={onClose}
    >
      {draft.offered !== null && (
        <DraftOffer
          draft={draft.offered}
          onContinue={() => {
            write(String(draft.offered?.fields['text'] ?? text));
            draft.decline();
          }}
          onDecline={draft.decline}
        />
      )}
      <DraftState keeper={draft.keeper} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        {policy === undefined && <Beginnings onChosen={write} />}
        <PolicyText text={text} onChange={write} />
        {save.error && <p role="alert">Not saved: {save.error.message}</p>}
        <button type="submit" className="button main" disabled={save.isPending} aria-busy={save.isPending}>
          Save
        </button>
      </form>
    </Dialog>
  );
}

function Beginnings({ onChosen }: { readonly onChosen: (text: string) => void }): ReactNode {
  const templates = useEndpoint('scheduling', 'listTemplates');
  const [chosen, setChosen] = useState(beginnings[0]?.id);
  const all = beginningsWith(templates.data ?? []);
  return (
    <Choice
      label="Start from"
      value={chosen}
      options={all.map(({ id, title }) => [id, title] as const)}
      onChange={({ target }) => {
        setChosen(target.value);
        const found = all.find(({ id }) => id === target.value);
        if (found !== undefined) onChosen(formatPolicy(found.policy));
      }}
    />
  );
}
