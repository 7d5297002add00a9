// Text that may travel inside a message.
import * as z from 'zod';

// The downstream router looks for words anywhere in a message's text, so no text of ours may hold one.
// Threat: a strategy called "x CPCV_VALIDATE" would leave the backtest route; a broker word has no business here at all.

/** Matched by the router as plain substrings of the message. */
const ROUTED_SUBSTRINGS = ['CPCV_VALIDATE', 'CHECK_CLONE', 'UPDATE_CACHE', 'TRAIN', 'EVOLVE', 'PREDICT'];

/** Values of the `type` key that go to the broker. We never write that key; refusing the words too costs nothing. */
const BROKER_PHRASES =
  /ORDER_OPEN|CLOSE_SHORT_TF|REQ_HISTORY|GET_POSITIONS|GET_SWAP|CPCV_VALIDATE|CHECK_CLONE|UPDATE_CACHE/i;
const BROKER_WORDS = /(?<![A-Za-z_])(?:CLOSE|HEARTBEAT)(?![A-Za-z_])/;

/** The routing word that a text holds, if any. */
function routingWordIn(text: string): string | undefined {
  return (
    ROUTED_SUBSTRINGS.find((word) => text.includes(word)) ??
    BROKER_PHRASES.exec(text)?.[0] ??
    BROKER_WORDS.exec(text)?.[0]
  );
}

export const textUpTo = (most: number) =>
  z
    .string()
    .max(most)
    .superRefine((value, context) => {
      if (value.trim() === '') context.addIssue({ code: 'custom', message: 'must not be blank' });
      if (!value.isWellFormed())
        context.addIssue({ code: 'custom', message: 'contains an unpaired Unicode surrogate' });
      if (value.includes('\0')) context.addIssue({ code: 'custom', message: 'holds a NUL character' });
      const word = routingWordIn(value);
      if (word !== undefined) {
        context.addIssue({ code: 'custom', message: `holds ${word}, a word the downstream routes on; use another` });
      }
    });

export const text = textUpTo(512);
