// States that a form has a draft and offers it; nothing typed is lost by a crash, a restart or the end of a session.
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { moment } from '../amount/time.ts';
import { useEndpoint } from '../client/cache.ts';
import { api } from '../client/client.ts';
import { type Draft, type Fields, holdKeeper, Keeper, keeperOf, throwAway } from '../client/keeper.ts';

interface FormDraft {
  readonly keeper: Keeper;
  /** What the fields are to begin with: words of this page that the book does not have yet. */
  readonly begun: Fields | null;
  /** A draft from before that was not resumed here. */
  readonly offered: Draft | null;
  readonly note: (fields: Fields) => void;
  readonly decline: () => void;
  readonly finish: () => Promise<void>;
}

/** Of the form with this name. */
export function useFormDraft(form: string): FormDraft {
  const drafts = useEndpoint('drafts', 'list');
  const [keeper, setKeeper] = useState(() => keeperOf(form) ?? new Keeper(form, {}));
  const [begun] = useState(() => (Object.keys(keeper.typed).length > 0 ? keeper.typed : null));
  const [declined, setDeclined] = useState<string | null>(null);
  useEffect(() => holdKeeper(keeper), [keeper]);
  const [isTypedHere, setTypedHere] = useState(begun !== null);
  // What this form keeps while it is open is its own, not an offer.
  const [before, setBefore] = useState<Draft | null>(null);
  const found = drafts.data?.items.find((each) => each.form === form);
  if (found !== undefined && before === null && !isTypedHere && !keeper.hasDraft) setBefore(found);
  const note = useCallback(
    (fields: Fields) => {
      // The offer was visible: what is typed now takes its place.
      if (before !== null && !keeper.hasDraft) keeper.acceptDraft(before);
      setTypedHere(true);
      keeper.write(fields);
    },
    [keeper, before],
  );
  return {
    keeper,
    begun,
    offered: before !== null && before.kept_at !== declined ? before : null,
    note,
    decline: () => setDeclined(before?.kept_at ?? null),
    finish: async () => {
      if (before !== null && !keeper.hasDraft) keeper.acceptDraft(before);
      await throwAway(keeper);
      setKeeper(new Keeper(form, {}));
    },
  };
}

interface DraftOfferProps {
  readonly draft: Draft;
  readonly onContinue: () => void;
  readonly onDecline: () => void;
}

export function DraftOffer({ draft, onContinue, onDecline }: DraftOfferProps): ReactNode {
  return (
    <div className="offer" role="status">
      <span>What you wrote here on {moment(draft.kept_at)} is kept.</span>
      <span className="page-tools">
        <button type="button" className="button main" onClick={onContinue}>
          Continue
        </button>
        <button type="button" className="button" onClick={onDecline}>
          Start over
        </button>
      </span>
    </div>
  );
}

/** Whether the book has it; only a failure is announced. */
export function DraftState({ keeper }: { readonly keeper: Keeper }): ReactNode {
  const state = keeper.state.use();
  if (state.kind === 'elsewhere')
    return (
      <p role="alert" className="offer">
        This form is also open elsewhere, such as in another tab. Your version is not saved as a draft until you save
        it.{' '}
        <button
          type="button"
          className="button"
          onClick={() =>
            void api.drafts.get({ params: { form: keeper.form } }).then(
              (draft) => keeper.replace(draft),
              () => keeper.goOn(),
            )
          }
        >
          Keep mine
        </button>
      </p>
    );
  if (state.kind === 'failed') return <p className="quiet">Draft not saved yet: {state.message}</p>;
  return null;
}
