// What a broker's web service answered, read by its adapter into the same sink as the rows of a file: what is checked
// of a file is checked of an answer.
import type { CashInput } from '../broker/input.ts';
import { Sink } from '../broker/sink.ts';
import type { BrokerBatch, BrokerSummary } from './open-file.ts';

/** One row of an answer: hands the sink what it says, under its number. */
export type AnswerRow = (sink: Sink, row: number) => void;

export interface AnswerPage {
  readonly rows: readonly AnswerRow[];
  /** What the broker says is held. */
  readonly stated?: readonly ((sink: Sink) => void)[];
  /** What is stated is all these accounts hold: what it does not name they do not have. */
  readonly whole?: { readonly when: string; readonly accounts: readonly string[] };
}

interface AnswerSource {
  /** The broker by the name its files go by: a fill without an id gets the same one from both. */
  readonly format: string;
  /** The zone of times that carry none. */
  readonly zone: string;
  readonly accountId: string;
}

/** A payment that two pages tell is one: while a history is read page by page, rows move from one to the next. */
class AnswerSink extends Sink {
  readonly #seen = new Set<string>();

  override cash(input: CashInput): boolean {
    const name = `${input.account ?? ''}|${input.id ?? ''}|${input.amount}`;
    if (input.id && this.#seen.has(name)) {
      this.skip(input.row, 'repeated', 'An earlier page contains it');
      return true;
    }
    this.#seen.add(name);
    return super.cash(input);
  }
}

/** Answers of one run, in the order they came. */
export async function* readAnswers(
  { format, zone, accountId }: AnswerSource,
  answers: Iterable<AnswerPage>,
): AsyncGenerator<BrokerBatch, BrokerSummary> {
  const sink = new AnswerSink({ format, accountId, zone, dateOrder: 'mdy', decimalMark: '.', newestFirst: false });
  let number = 0;
  for (const { rows, stated = [], whole } of answers) {
    for (const read of rows) {
      number++;
      read(sink, number);
      sink.finishRow(number);
    }
    for (const hold of stated) hold(sink);
    for (const account of whole?.accounts ?? []) sink.holdings.listsAll({ account, when: whole?.when ?? '' });
    yield sink.take();
  }
  const { accounts, cancelled, reversals, stated, diagnostics } = sink.end();
  yield sink.take();
  const detection = { format, confidence: 1, reason: `Answers of ${format}.` };
  return { format, detection, accounts, cancelled, reversals, stated, review: null, diagnostics };
}
