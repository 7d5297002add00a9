// What a write does as a whole, in sentences of the service: for what is tried its sums, for the rest what goes where.
import type { AskedEndpoint } from '@zorivest/contract';
import { USUAL_REVIEW_CENTS } from '@zorivest/integrations';
import type { StagedChanges } from '../staging/card.ts';
import { fileWords } from '../staging/words.ts';
import type { SentInput } from './operation.ts';

interface TriedWrite {
  readonly staged: StagedChanges;
  /** What it would answer. */
  readonly answer: unknown;
  readonly fileName: string | null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const countOf = (count: unknown, one: string, many: string): string =>
  `${Number(count)} ${Number(count) === 1 ? one : many}`;

/** An import says what becomes of its rows, as its preview does. */
function importSentence(answer: unknown, fileName: string | null): string | null {
  if (!isRecord(answer) || !('imported' in answer) || !('duplicates' in answer)) return null;
  const isBank = 'closing_balance' in answer;
  const parts = [
    countOf(answer['imported'], isBank ? 'new movement' : 'new trade', isBank ? 'new movements' : 'new trades'),
    ...(Number(answer['cash_imported'] ?? 0) > 0
      ? [countOf(answer['cash_imported'], 'movement of money', 'movements of money')]
      : []),
    countOf(answer['events_imported'] ?? 0, 'event', 'events'),
    `${Number(answer['duplicates'])} known`,
    ...(Number(answer['updated'] ?? 0) > 0 ? [`${Number(answer['updated'])} corrected`] : []),
    ...(Number(answer['cancelled'] ?? 0) > 0 ? [`${Number(answer['cancelled'])} cancelled by the broker`] : []),
    ...(Number(answer['look_alikes'] ?? 0) > 0 ? [`${Number(answer['look_alikes'])} to decide`] : []),
    ...(Number(answer['invalid'] ?? 0) > 0 ? [`${Number(answer['invalid'])} that cannot be read`] : []),
  ];
  return `import of ${fileName === null ? 'the uploaded file' : fileWords(fileName)}: ${parts.join(', ')}`;
}

export function effectsOfTried(operation: string, { staged, answer, fileName }: TriedWrite): string[] {
  const sentence = /^(imports|banking)\./.test(operation) ? importSentence(answer, fileName) : null;
  const sums = staged.sums.map(({ what, count }) => what.replace(/^(\w+) /, `$1 ${count} `));
  return sentence === null ? sums : [sentence, ...sums];
}

const param = ({ params, body }: SentInput, name: string): string => {
  const inBody = isRecord(body) ? body[name] : undefined;
  const value = params?.[name] ?? inBody;
  return value === undefined ? '' : JSON.stringify(value);
};

/** Who would be paid, as the book knows them. */
export interface Reviewer {
  readonly configured: boolean;
  readonly model: string | null;
  readonly endpoint: string | null;
}

const sentences: Readonly<Record<string, (input: SentInput, reviewer: Reviewer | null) => string[]>> = {
  'reviews.request': (input, reviewer) =>
    reviewer?.configured === true
      ? [
          `Has the model ${reviewer.model ?? ''} at ${reviewer.endpoint ?? ''} review the trade ${param(input, 'trade_exec_id')}, for at most ${param(input, 'budget_cap') || USUAL_REVIEW_CENTS} cents of your money.`,
          'What the book knows of this trade and of those before it goes there.',
        ]
      : ['Puts the facts of a trade together; no model is set up that could be paid.'],
  'mail.test': () => ['Signs in to the mail server that you set up, and out again; nothing is sent.'],
  'brokers.sync': (input) => [
    `Asks the broker ${param(input, 'broker_id')} for what it booked, with the credentials you gave, and stores what is new.`,
    'What it stores is shown afterwards, and can be undone as an import.',
  ],
  'brokers.cancel': (input) => [
    `Ends the running sync with the broker ${param(input, 'broker_id')}; rows already stored are not removed.`,
  ],
  'fx.fetch': () => [
    'Asks the providers of rates for exchange rates of the days that are missing and stores them.',
    'The currencies and days of the book leave this machine, nothing else.',
  ],
  'analytics.excursion': (input) => [
    `Asks a market-data provider for prices while the trade ${param(input, 'exec_id') || param(input, 'trade_exec_id')} was open and stores its excursion.`,
    'The ticker and the days leave this machine, nothing else.',
  ],
  'scheduling.runPolicy': (input) => [
    isRecord(input.body) && input.body['dry_run'] === true
      ? `Tries the pipeline ${param(input, 'policy_id')} without sending anything.`
      : `Runs the pipeline ${param(input, 'policy_id')} now: it fetches and sends what you approved for it, and only that.`,
  ],
  'system.shutdown': () => ['Ends the service; the program that started it starts it again.'],
  'auth.createKey': (input) => [
    `Makes an API key called ${param(input, 'name') || param(input, 'label')} with the role ${param(input, 'role')}.`,
    'The key itself goes to the assistant that asks.',
  ],
  'auth.revokeKey': (input) => [`Revokes the API key ${param(input, 'key_id')} for good.`],
  'guard.configure': ({ body }) => [`Changes the limits of the guard to ${JSON.stringify(body)}.`],
  'backups.create': () => ['Makes a backup now.'],
  'backups.drill': () => ['Restores the newest backup into a copy to see whether it is good; the book stays as it is.'],
  'backups.restore': (input) => [
    `Replaces the book with the backup ${param(input, 'path')}. The current book is stored separately.`,
  ],
  'market.disconnectProvider': (input) => [`Forgets the credentials of the provider ${param(input, 'name')}.`],
  'scheduling.cancelRun': (input) => [`Ends the pipeline run ${param(input, 'run_id')}.`],
  'scheduling.powerEvent': (input) => [
    `Tells the scheduler that the machine is about to ${param(input, 'event_type')}.`,
  ],
  'demo.create': () => ['Fills the book with an invented trader.'],
};

/** Of what is not tried: the act, and what goes where. */
export function effectsOfAct(
  operation: string,
  endpoint: AskedEndpoint,
  input: SentInput,
  reviewer: Reviewer | null,
): string[] {
  return sentences[operation]?.(input, reviewer) ?? [`${endpoint.summary}.`];
}

export const hasSentence = (operation: string): boolean => operation in sentences;
