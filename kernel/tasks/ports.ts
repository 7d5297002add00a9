import { fits, readReply, readRoots, readSample } from '../call/answers.ts';
import type {
  Caller,
  InputRequest,
  Model,
  Person,
  Question,
  Reply,
  Root,
  SampleRequest,
  Workspace,
} from '../call/context.ts';
import { argumentDigest } from '../call/digest.ts';
import { codes, KernelError } from '../tool/errors.ts';
import type { Page } from '../tool/page.ts';
import type { TaskRecord } from './record.ts';

interface Waiting {
  readonly request: InputRequest;
  readonly resolve: (answer: unknown) => void;
}

/**
 * The person, the model and the workspace behind the client of a call that may become a task: reached as the client of
 * the call is reached while it waits, and by questions of the task afterwards.
 */
export class TaskPorts implements Person, Model, Workspace {
  readonly canAsk: boolean;
  readonly canOpen: boolean;
  readonly canSample: boolean;
  readonly canList: boolean;
  /** Called whenever the outstanding questions have changed. */
  onChange: (questions: TaskRecord['questions']) => Promise<void> = () => Promise.resolve();
  readonly #client: Pick<Caller, 'person' | 'model' | 'workspace'>;
  readonly #waiting = new Map<string, Waiting>();
  #answers: Readonly<Record<string, unknown>> = {};
  #isDetached = false;

  constructor(client: Pick<Caller, 'person' | 'model' | 'workspace'>) {
    this.#client = client;
    this.canAsk = client.person.canAsk;
    this.canOpen = client.person.canOpen;
    this.canSample = client.model.canSample;
    this.canList = client.workspace.canList;
  }

  /** Whether an answer can be taken for a question. */
  static fits(request: InputRequest | undefined, answer: unknown): boolean {
    return request !== undefined && fits(request, answer);
  }

  get isDetached(): boolean {
    return this.#isDetached;
  }

  detach(): void {
    this.#isDetached = true;
  }

  /** Answers as they are stored: each is passed to the call that waits for it. */
  take(answers: Readonly<Record<string, unknown>>): void {
    this.#answers = answers;
    for (const [key, { request, resolve }] of this.#waiting) {
      if (!TaskPorts.fits(request, answers[key])) continue;
      this.#waiting.delete(key);
      resolve(answers[key]);
    }
  }

  async ask(question: Question): Promise<Reply> {
    // A client that cannot be asked refuses on its own.
    if (!this.#isDetached || !this.canAsk) return this.#client.person.ask(question);
    return readReply(await this.#ask(question.id, { kind: 'ask', question }));
  }

  async open(page: Page): Promise<Reply['action']> {
    if (!this.#isDetached || !this.canOpen) return this.#client.person.open(page);
    return readReply(await this.#ask(page.id, { kind: 'open', page })).action;
  }

  async sample(request: SampleRequest): ReturnType<Model['sample']> {
    if (!this.#isDetached || !this.canSample) return this.#client.model.sample(request);
    const id = request.id ?? `sample_${argumentDigest(request).slice(0, 16)}`;
    return readSample(await this.#ask(id, { kind: 'sample', request }));
  }

  async roots(): Promise<readonly Root[]> {
    if (!this.#isDetached || !this.canList) return this.#client.workspace.roots();
    return readRoots(await this.#ask('client_roots', { kind: 'roots' }));
  }

  async #ask(key: string, request: InputRequest): Promise<unknown> {
    const known = this.#answers[key];
    if (TaskPorts.fits(request, known)) return known;
    const answer = new Promise<unknown>((resolve) => this.#waiting.set(key, { request, resolve }));
    await this.onChange(Object.fromEntries([...this.#waiting].map(([id, waiting]) => [id, waiting.request])));
    return answer;
  }
}

/** The capabilities of a client whose connection has gone: its task can still ask what the client could be asked. */
export function noneOf(asks: TaskRecord['asks']): Omit<Caller, 'session'> {
  const rejectWithout = (capability: string) => () => {
    const message = `This tool needs the client capability "${capability}", which its client does not have.`;
    return Promise.reject(new KernelError(codes.capabilityMissing, message, { required: { [capability]: {} } }));
  };
  return {
    signal: new AbortController().signal,
    person: {
      canAsk: asks.person,
      ask: rejectWithout('elicitation'),
      canOpen: asks.page,
      open: rejectWithout('elicitation'),
    },
    model: { canSample: asks.model, sample: rejectWithout('sampling') },
    workspace: { canList: asks.workspace, roots: rejectWithout('roots') },
    progress: () => {},
    tell: () => {},
  };
}
