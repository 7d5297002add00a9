// Keeps what is being written into a form: in the book a moment after the last letter, and in memory until the book has it.
// A vault that is locked meanwhile, or a service that is away, loses nothing; nothing is stored by the browser, whose files
// are not encrypted.
import { queries } from './cache.ts';
import { type Answer, api, send } from './client.ts';
import { Problem } from './problem.ts';
import { session } from './session.ts';
import { createStore, type Store } from './store.ts';

export type Draft = Answer<'drafts', 'list'>['items'][number];

/** The values of the fields of a form, by name. */
export type Fields = Readonly<Record<string, string | boolean>>;

export type KeeperState =
  | { readonly kind: 'untouched' }
  | { readonly kind: 'typing' }
  | { readonly kind: 'saved'; readonly at: string }
  /** Retried automatically. */
  | { readonly kind: 'failed'; readonly message: string }
  /** Somebody else writes it too: it waits for the person. */
  | { readonly kind: 'elsewhere' };

const PAUSE_MS = 600;
const AGAIN_MS = 3000;
/** A page that goes away may send this much. */
const MOST_AT_END = 60_000;
/** Identifies this page among the tabs. */
const WRITER = crypto.randomUUID();

export class Keeper {
  readonly form: string;
  readonly state: Store<KeeperState> = createStore<KeeperState>({ kind: 'untouched' }, () => {});
  #typed: Fields;
  #replaces: string | null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;
  #isOver = false;

  constructor(form: string, typed: Fields, draft?: Draft) {
    this.form = form;
    this.#typed = typed;
    this.#replaces = draft?.kept_at ?? null;
    if (draft !== undefined) this.#noteSaved(draft.kept_at);
  }

  get typed(): Fields {
    return this.#typed;
  }

  /** Whether the book has something of it. */
  get hasDraft(): boolean {
    return this.#replaces !== null;
  }

  get isUnsaved(): boolean {
    const { kind } = this.state.get();
    return kind === 'typing' || kind === 'failed' || kind === 'elsewhere';
  }

  type(change: Fields): void {
    this.write({ ...this.#typed, ...change });
  }

  /** Replaces all fields. */
  write(fields: Fields): void {
    this.#typed = fields;
    if (this.state.get().kind === 'elsewhere') return;
    this.state.set({ kind: 'typing' });
    this.#later(PAUSE_MS);
  }

  /** Allows overwriting what was saved before, here or by someone else: the person has seen it. */
  acceptDraft({ kept_at }: Draft): void {
    this.#replaces = kept_at;
  }

  /** Overwrites what someone else saved, since the person has seen it. */
  replace(draft: Draft): void {
    this.acceptDraft(draft);
    this.state.set({ kind: 'typing' });
    void this.keep();
  }

  /** Now, or once what is being sent has arrived. */
  async keep(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#sending !== null) await this.#sending;
    if (this.#isOver || !this.isUnsaved || this.state.get().kind === 'elsewhere') return;
    // The vault is locked: it waits in this page, and goes out once there is a session again.
    if (session.token === null) return this.#later(AGAIN_MS);
    this.#sending = this.#send().finally(() => {
      this.#sending = null;
    });
    await this.#sending;
  }

  /** Makes sure that the book has the draft, for images that can only be stored along with it. */
  async begin(): Promise<void> {
    if (this.hasDraft) return;
    this.type({});
    await this.keep();
    if (this.hasDraft) return;
    const state = this.state.get();
    throw new Problem(0, 'draft_not_saved', state.kind === 'failed' ? state.message : 'The draft is not saved yet.');
  }

  /** The page goes away: sent without waiting for an answer. */
  keepAtEnd(): void {
    const { kind } = this.state.get();
    if (kind !== 'typing' && kind !== 'failed') return;
    const body = JSON.stringify(this.#body());
    if (body.length > MOST_AT_END) return;
    const address = `/api/v1/drafts/${encodeURIComponent(this.form)}`;
    const headers = { 'content-type': 'application/json' };
    send('PUT', address, { keepalive: true, headers, body }).catch(() => {});
  }

  /** It is saved, or was thrown away: nothing more is sent, and what is on its way has arrived. */
  async end(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#timer);
    await this.#sending;
    this.state.set({ kind: 'untouched' });
  }

  /** It could not be saved after all. */
  goOn(): void {
    this.#isOver = false;
    this.type({});
  }

  #later(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.keep(), milliseconds);
  }

  #body() {
    return { fields: this.#typed, writer: WRITER, replaces: this.#replaces };
  }

  async #send(): Promise<void> {
    const sent = this.#typed;
    try {
      const { kept_at } = await api.drafts.keep({ params: { form: this.form }, body: this.#body() });
      this.#noteSaved(kept_at);
      if (sent !== this.#typed) this.type({});
    } catch (error) {
      this.#noteFailure(error);
    }
  }

  #noteSaved(at: string): void {
    this.#replaces = at;
    this.state.set({ kind: 'saved', at });
  }

  #noteFailure(error: unknown): void {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 409) return this.state.set({ kind: 'elsewhere' });
    this.state.set({ kind: 'failed', message: error.message });
    // What the service refuses is retried with the next letter.
    if (error.status !== 422) this.#later(AGAIN_MS);
  }
}

/** What is being written in this page; what the book does not have yet outlives the session. */
const keepers = new Map<string, Keeper>();
const onScreen = new Set<Keeper>();

export const keeperOf = (form: string): Keeper | undefined => keepers.get(form);

/** The forms that were open when the session ended: they open again with the next session. */
const cutOff = new Set<string>();

export const takeCutOff = (form: string): boolean => cutOff.delete(form);

/** While it is on the screen. */
export function holdKeeper(keeper: Keeper): () => void {
  keepers.set(keeper.form, keeper);
  onScreen.add(keeper);
  if (keeper.isUnsaved) void keeper.keep();
  return () => void letGo(keeper);
}

async function letGo(keeper: Keeper): Promise<void> {
  onScreen.delete(keeper);
  if (session.token === null && (keeper.isUnsaved || keeper.hasDraft)) cutOff.add(keeper.form);
  await keeper.keep();
  // A form that is opened meanwhile continues with this keeper: the list still has the draft saved before.
  await refetchDrafts();
  if (!keeper.isUnsaved && !onScreen.has(keeper)) keepers.delete(keeper.form);
}

/** It is saved or was discarded; the service has dropped it, or is about to. */
export function dropKeeper(keeper: Keeper): void {
  keepers.delete(keeper.form);
  queries.setQueriesData<Answer<'drafts', 'list'>>({ queryKey: ['drafts', 'list'] }, (drafts) =>
    drafts === undefined ? drafts : { ...drafts, items: drafts.items.filter(({ form }) => form !== keeper.form) },
  );
  void refetchDrafts();
}

/** Nothing of it is wanted any more. */
export async function throwAway(keeper: Keeper): Promise<void> {
  await keeper.end();
  const { form, hasDraft } = keeper;
  // Gone already is as good.
  if (hasDraft) await api.drafts.drop({ params: { form } }).catch(ignoreGone);
  dropKeeper(keeper);
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof Problem) || error.status !== 404) throw error;
}

/** No event tells of drafts. */
function refetchDrafts(): Promise<void> {
  queries.removeQueries({ queryKey: ['drafts'], type: 'inactive' });
  return queries.invalidateQueries({ queryKey: ['drafts'] });
}

addEventListener('pagehide', () => {
  for (const keeper of keepers.values()) keeper.keepAtEnd();
});
addEventListener('beforeunload', (event) => {
  if ([...keepers.values()].some(({ isUnsaved }) => isUnsaved)) event.preventDefault();
});
