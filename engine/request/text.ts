// Text that may travel inside a message.
import * as z from 'zod';
import { routingWordIn } from './routing-words.ts';

export const textUpTo = (most: number) =>
  z
    .string()
    .max(most)
    .superRefine((value, context) => {
      if (value.trim() === '') context.addIssue({ code: 'custom', message: 'must not be blank' });
      if (!value.isWellFormed()) context.addIssue({ code: 'custom', message: 'holds half a Unicode character' });
      if (value.includes('\0')) context.addIssue({ code: 'custom', message: 'holds a NUL character' });
      const word = routingWordIn(value);
      if (word !== undefined) {
        context.addIssue({ code: 'custom', message: `holds ${word}, a word the downstream routes on; use another` });
      }
    });

export const text = textUpTo(512);
