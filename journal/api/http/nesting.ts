// How deep a JSON text is nested, checked before it is parsed: a document without a limit of depth is not a real one, and
// code that walks through it afterwards runs out of stack.
import { Fault } from '@zorivest/store';

const DEEPEST = 200;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

export function refuseDeep(json: string): void {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (isText) {
      if (sign === BACKSLASH) at += 1;
      else if (sign === QUOTE) isText = false;
    } else if (sign === QUOTE) isText = true;
    else if (OPENING.has(sign)) depth += 1;
    else if (CLOSING.has(sign)) depth -= 1;
    if (depth > DEEPEST) throw new Fault(400, `the JSON is nested deeper than ${DEEPEST} levels`);
  }
}
