// A broker's Form 1099-B or 1099-DA from whatever file it came in.
import { decodeText } from '../text/encoding.ts';
import { readForm1099Table } from './csv.ts';
import type { FormFile } from './model.ts';
import { looksLikeTxf, readTxf } from './txf.ts';

export type { FormFile, FormSale } from './model.ts';

export function readForm1099(bytes: Uint8Array): FormFile {
  const text = decodeText(bytes);
  return looksLikeTxf(text) ? readTxf(text) : readForm1099Table(text);
}
