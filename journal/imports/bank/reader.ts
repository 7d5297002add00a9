// Reads a bank statement piece by piece, whatever its format.
import type { BankAccount, BankResult, Diagnostics } from '../statement/model.ts';
import { TextReader } from '../text/encoding.ts';
import { camt } from './camt.ts';
import { bankCsv, createMappedCsv } from './csv.ts';
import type { BankMapping } from './mapping.ts';
import type { BankFormat, BankReader } from './format.ts';
import { mt940 } from './mt940.ts';
import { ofx } from './ofx.ts';
import { qif } from './qif.ts';
import { BankSink } from './sink.ts';

/** Every bank format there is. A new one is one file and its name here. */
const BANK_FORMATS: readonly BankFormat[] = [ofx, camt, mt940, qif, bankCsv];

export interface BankOptions {
  readonly format?: string;
  /** A saved mapping of the columns of a CSV; the file is read by it and nothing else. */
  readonly mapping?: BankMapping;
}

export interface BankSummary {
  readonly format: string;
  readonly diagnostics: Diagnostics;
}

/** This much is looked at before the format is chosen. */
const HEAD = 64 * 1024;
/** A file that begins so strongly like another format is read as that one. */
const CERTAIN = 0.9;

class BankFileReader {
  readonly #options: BankOptions;
  readonly #text = new TextReader();
  readonly #sink = new BankSink();
  #head = '';
  #reader: BankReader | null = null;
  #format = 'unknown';

  constructor(options: BankOptions) {
    this.#options = options;
  }

  push(bytes: Uint8Array): void {
    this.#feed(this.#text.read(bytes), false);
  }

  take(): BankAccount[] {
    return this.#sink.take();
  }

  end(): { readonly accounts: BankAccount[] } & BankSummary {
    this.#feed(this.#text.end(), true);
    this.#reader?.end();
    return { accounts: this.#sink.takeAll(), format: this.#format, diagnostics: this.#sink.log.diagnostics() };
  }

  #feed(text: string, ended: boolean): void {
    if (this.#reader !== null) return this.#reader.push(text);
    this.#head += text;
    if (this.#head.length < HEAD && !ended) return;
    const head = this.#head;
    this.#head = '';
    const format = this.#choose(head);
    if (format === null) {
      this.#reader = { push: () => undefined, end: () => undefined };
      return;
    }
    this.#format = format.name;
    this.#reader = format.reader(this.#sink, head);
    this.#reader.push(head);
  }

  #choose(head: string): BankFormat | null {
    const { log } = this.#sink;
    const wanted = this.#options.format?.toLowerCase() ?? 'auto';
    const named = BANK_FORMATS.find((format) => format.name === wanted || (wanted === 'qfx' && format.name === 'ofx'));
    if (head.trim() === '') {
      log.warn('The file is empty.');
      this.#format = named?.name ?? 'unknown';
      return null;
    }
    if (head.startsWith('%PDF') || head.startsWith('PK')) {
      log.warn(
        head.startsWith('PK')
          ? 'This is a zip: unpack it and import the files one by one.'
          : 'This is a PDF: download the statement as OFX, QFX, QIF, CAMT, MT940 or CSV.',
      );
      return null;
    }
    if (this.#options.mapping !== undefined) return createMappedCsv(this.#options.mapping);
    const ranked = BANK_FORMATS.map((format) => ({ format, certainty: format.recognise(head) })).toSorted(
      (a, b) => b.certainty - a.certainty,
    );
    const best = ranked[0];
    if (named !== undefined && named.recognise(head) === 0 && best !== undefined && best.certainty >= CERTAIN) {
      log.warn(`${named.label} was asked for, but the file is ${best.format.label} and was read as such.`);
      return best.format;
    }
    if (named !== undefined) return named;
    if (best === undefined || best.certainty === 0) {
      log.warn('No bank format fits this file: OFX, QFX, QIF, CAMT, MT940 and CSV with a header row can be read.');
      return null;
    }
    return best.format;
  }
}

/** What the head of a statement is; the format asked for, where there is one of that name. */
export function detectBankFormat(head: Uint8Array, wanted = 'auto'): string {
  if (BANK_FORMATS.some(({ name }) => name === wanted)) return wanted;
  const text = new TextReader().read(head.subarray(0, HEAD));
  const best = BANK_FORMATS.map((format) => ({ format, certainty: format.recognise(text) })).toSorted(
    (a, b) => b.certainty - a.certainty,
  )[0];
  return best === undefined || best.certainty === 0 ? 'unknown' : best.format.name;
}

export function parseBankText(bytes: Uint8Array, options: BankOptions = {}): BankResult {
  const reader = new BankFileReader(options);
  reader.push(bytes);
  return reader.end();
}

/** A large statement as it is read: each batch has the transactions since the last; the generator returns the summary. */
export async function* streamBankStatement(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: BankOptions = {},
): AsyncGenerator<readonly BankAccount[], BankSummary> {
  const reader = new BankFileReader(options);
  for await (const chunk of chunks) {
    reader.push(chunk);
    const batch = reader.take();
    if (batch.length > 0) yield batch;
  }
  const { accounts, ...summary } = reader.end();
  if (accounts.length > 0) yield accounts;
  return summary;
}
