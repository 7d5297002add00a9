// One XML part of a zipped workbook, read as it is unpacked.

import { XmlReader } from '../text/xml.ts';
import { WorkbookError } from './cell.ts';
import type { Zip } from './zip.ts';

export type Attributes = Readonly<Record<string, string>>;

export interface PartHandler {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Reads a part to its end, chunk by chunk; what has been read by then can be taken after each chunk. */
export function* readPart(zip: Zip, member: string, handler: PartHandler): Generator<void> {
  const reader = new XmlReader({
    open: (name, attributes) => handler.open?.(name, attributes),
    text: (text) => handler.text?.(text),
    close: (name) => handler.close?.(name),
  });
  const decoder = new TextDecoder();
  for (const chunk of zip.chunks(member)) {
    reader.push(decoder.decode(chunk, { stream: true }));
    if (reader.fault !== null) throw new WorkbookError(`${member}: ${reader.fault}`);
    yield;
  }
  reader.push(decoder.decode());
  reader.end();
  if (reader.fault !== null) throw new WorkbookError(`${member}: ${reader.fault}`);
  yield;
}

export function readWholePart(zip: Zip, member: string, handler: PartHandler): void {
  for (const _ of readPart(zip, member, handler));
}
