/** A toolset that keeps something: notes in memory, one of whose tools does harm and asks first. */
import { z } from 'zod';
import { codes, KernelError, ownView, toolsFor, type Prompt, type Resource, type ResourceTemplate } from '../index.ts';

const note = z.object({ id: z.number().int(), text: z.string() });
type Note = z.infer<typeof note>;

export class Notebook {
  readonly #notes = new Map<number, Note>();
  #last = 0;

  add(text: string): Note {
    const added = { id: ++this.#last, text };
    this.#notes.set(added.id, added);
    return added;
  }

  get(id: number): Note | undefined {
    return this.#notes.get(id);
  }

  all(): readonly Note[] {
    return [...this.#notes.values()];
  }

  remove(id: number): boolean {
    return this.#notes.delete(id);
  }
}

export interface ExampleApp {
  readonly notebook: Notebook;
  readonly noteChanged: (id: number) => void;
}

const define = toolsFor<ExampleApp>();

/** The notes as a list, where a client can show a page. */
const notesView = ownView<{ items: readonly Note[] }>(
  'ui://kernel-example/notes',
  'Notes',
  ({ items }, { h, heading, empty }) => [
    heading('Notes', items.length === 1 ? '1 note' : `${items.length} notes`),
    items.length === 0 ? empty('Nothing is written down.') : h('ol', {}, ...items.map(({ text }) => h('li', {}, text))),
  ],
);

export const noteTools = [
  define({
    name: 'add_note',
    title: 'Add a note',
    toolsets: ['notes'],
    description: {
      minimal: 'Write down a short note and get back the number under which it is stored.',
      rich: 'Write down a short note and get back the number under which it is stored. Use it when the person wants something remembered for later in this session; notes live in memory and are gone when the server stops. {tool:list_notes} shows all of them.',
    },
    synonyms: ['remember', 'write down', 'memo'],
    input: z.object({ text: z.string().min(1).max(2000).describe('The note.') }),
    output: note,
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    guard: 'guarded',
    confirmation: 'none',
    cost: 'local',
    handler: ({ text }, { app }) => app.notebook.add(text),
  }),
  define({
    name: 'list_notes',
    title: 'List notes',
    toolsets: ['notes'],
    view: notesView,
    description: {
      minimal: 'List every stored note, oldest first, optionally only those with a word.',
      rich: 'List every stored note, oldest first, with its number and text. Give a word to see only the notes that contain it, in any case. Use it before removing one, to be sure of its number. Answers with an empty list when there are none.',
    },
    synonyms: ['show notes', 'what did I write', 'memos'],
    input: z.object({ containing: z.string().optional().describe('Only notes with this word.') }),
    output: z.array(note),
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    guard: 'guarded',
    confirmation: 'none',
    cost: 'local',
    handler: ({ containing = '' }, { app }) =>
      app.notebook.all().filter(({ text }) => text.toLowerCase().includes(containing.toLowerCase())),
  }),
  define({
    name: 'remove_note',
    title: 'Remove a note',
    toolsets: ['notes'],
    description: {
      minimal: 'Throw away one note by its number, for good; a person is asked to confirm it.',
      rich: 'Throw away one note by its number. It cannot be brought back, so the person is asked to confirm it first, or, where the client cannot ask, a confirmation token for exactly this call is needed. Find the number with {tool:list_notes}. Fails when there is no such note.',
    },
    synonyms: ['delete', 'forget', 'discard'],
    input: z.object({ id: z.number().int().positive().describe('Number of the note.') }),
    output: z.object({ removed: z.number().int() }),
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    guard: 'guarded',
    confirmation: 'required',
    cost: 'local',
    effect: ({ id }) => `Remove note ${id} for good?`,
    handler: ({ id }, { app }) => {
      if (!app.notebook.remove(id)) {
        throw new KernelError(codes.notFound, `There is no note ${id}. List the notes to see their numbers.`);
      }
      app.noteChanged(id);
      return { removed: id };
    },
  }),
];

const NOTES_URI = 'notes://all';

/** The same notes, as something to read. */
export function noteResources(notebook: Notebook): {
  readonly resources: readonly Resource[];
  readonly resourceTemplates: readonly ResourceTemplate[];
} {
  return {
    resources: [
      {
        uri: NOTES_URI,
        name: 'All notes',
        mimeType: 'text/plain',
        read: () => ({
          uri: NOTES_URI,
          mimeType: 'text/plain',
          text: notebook
            .all()
            .map(({ id, text }) => `${id}. ${text}`)
            .join('\n'),
        }),
      },
    ],
    resourceTemplates: [
      {
        uriTemplate: 'notes://{id}',
        name: 'One note',
        mimeType: 'text/plain',
        complete: {
          id: (typed) =>
            notebook
              .all()
              .map(({ id }) => String(id))
              .filter((id) => id.startsWith(typed)),
        },
        read: (uri, { id = '' }) => {
          const found = notebook.get(Number(id));
          return found && { uri, mimeType: 'text/plain', text: found.text };
        },
      },
    ],
  };
}

export const notePrompts: readonly Prompt[] = [
  {
    name: 'tidy_notes',
    title: 'Tidy my notes',
    description: 'Go through the notes on a topic, merge what belongs together and propose what to remove.',
    arguments: [
      {
        name: 'topic',
        description: 'A word the notes contain.',
        required: true,
        complete: (typed) => ['errands', 'ideas', 'work'].filter((topic) => topic.startsWith(typed)),
      },
    ],
    render: ({ topic = '' }) => [
      {
        role: 'user',
        content: {
          type: 'text',
          text: `List my notes about ${topic}. Merge those that say the same, and propose which to remove. Ask before you remove any.`,
        },
      },
    ],
  },
];
