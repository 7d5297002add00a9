import { codes, defineTool, KernelError, type AnyTool } from '@zorivest/kernel';
import { z } from 'zod';

/** Three tools over one notebook: one reads, one adds, one destroys, which is asked about first. */
export function toolsOf(notes: Map<string, string>): AnyTool[] {
  const listNotes = defineTool({
    name: 'list_notes',
    kind: 'read',
    description: 'List all notes with their ids, oldest first.',
    input: z.object({}),
    // Others may have written a note: what is marked so never reads like an instruction.
    output: z.array(z.object({ id: z.string(), text: z.string().meta({ foreign: true }) })),
    handler: () => [...notes].map(([id, text]) => ({ id, text })),
  });

  const addNote = defineTool({
    name: 'add_note',
    kind: 'add',
    description: 'Add a note; answers with its id.',
    input: z.object({ text: z.string().min(1).max(10_000).describe('What to note.') }),
    handler: ({ text }) => {
      const id = `n${notes.size + 1}`;
      notes.set(id, text);
      return { id };
    },
  });

  const clearNotes = defineTool({
    name: 'clear_notes',
    kind: 'destroy',
    description: 'Remove all notes for good.',
    input: z.object({}),
    effect: () => `Remove all ${notes.size} notes?`,
    handler: () => {
      if (notes.size === 0) throw new KernelError(codes.notFound, 'There are no notes to remove.');
      const removed = notes.size;
      notes.clear();
      return { removed };
    },
  });

  return [listNotes, addNote, clearNotes];
}
