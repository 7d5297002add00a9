// Runs an act: the person signs in, is asked where something would be lost, and sees the answer.
import { isMultipart, ApiError, type AnyEndpoint, type JournalClient } from '@zorivest/contract';
import { confirm, isCancel, password } from '@clack/prompts';
import { personPassphrase, readStdin } from '../credentials.ts';
import { firstRunCredentials } from '../home.ts';
import { printError, say, sayJson, UserError } from '../output.ts';
import { connect } from '../service.ts';
import {
  NO_ANSWER,
  NotAgreed,
  type Answer,
  type Result,
  type CommandSpec,
  type EndpointId,
  type CommandInput,
  type Session,
} from './command-spec.ts';
import { endpointOf, optionFields } from './options.ts';
import { plainly } from './plainly.ts';

export interface CommandOptions {
  readonly json: boolean;
  readonly yes: boolean;
}

interface Person {
  readonly passphrase: string;
  readonly secret: (label: string) => Promise<string | undefined>;
}

/** At a terminal each is asked for; from a pipe there is a line for each, the passphrase first. Never an API key. */
export async function signIn(home: string): Promise<Person> {
  if (process.stdin.isTTY) {
    const secret = async (message: string) => {
      const input = await password({ message });
      if (isCancel(input)) throw new UserError('cancelled; nothing was done');
      return input || undefined;
    };
    return { passphrase: await personPassphrase(home), secret };
  }
  const known = firstRunCredentials(home)?.passphrase;
  const lines = (await readStdin()).split(/\r?\n/).filter((line) => line !== '');
  const passphrase = known ?? lines.shift();
  if (passphrase === undefined) {
    throw new UserError(
      'the passphrase is needed: type it at the prompt, or send it on stdin (an API key is not accepted)',
    );
  }
  // A book of a first run knows its passphrase; who sends it all the same means nothing else by it.
  if (known !== undefined && lines[0] === known) lines.shift();
  return { passphrase, secret: () => Promise.resolve(lines.shift()) };
}

async function agrees(question: string, yes: boolean): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY) throw new NotAgreed(`${question} Nothing was done; say --yes to do it.`);
  const answer = await confirm({ message: question });
  return !isCancel(answer) && answer;
}

/** Each field where the endpoint has it. */
function asker(client: JournalClient, spec: CommandSpec): Session['ask'] {
  return <Id extends EndpointId>(input: CommandInput, id?: Id) => {
    const endpoint = id ?? spec.endpoint;
    // The id is that of an endpoint of the contract, and the client has a function for each.
    const [resource, name] = endpoint.split('.') as [keyof JournalClient, string];
    const endpoints: Readonly<Record<string, unknown>> = client[resource];
    const send = endpoints[name] as (request: object) => Promise<Answer<Id>>;
    return send(requestOf(endpoint, input));
  };
}

export function requestOf(id: EndpointId, input: CommandInput): object {
  const endpoint = endpointOf(id);
  const names = (schema: AnyEndpoint['query']) => Object.keys(schema?.shape ?? {});
  const pick = (wanted: readonly string[]) =>
    Object.fromEntries(Object.entries(input).filter(([name, value]) => wanted.includes(name) && value !== undefined));
  const [params, query] = [names(endpoint.params), names(endpoint.query)];
  const elsewhere = new Set([...params, ...query]);
  const rest = Object.keys(input).filter((name) => !elsewhere.has(name));
  return {
    ...(endpoint.params && { params: pick(params) }),
    ...(endpoint.query && { query: pick(query) }),
    ...(endpoint.body && { body: pick(isMultipart(endpoint.body) ? [...rest, 'file'] : rest) }),
  };
}

export async function perform(
  home: string,
  spec: CommandSpec,
  typed: CommandInput,
  options: CommandOptions,
): Promise<void> {
  const person = await signIn(home);
  const service = await connect(home);
  try {
    const client = service.client({ kind: 'passphrase', passphrase: person.passphrase });
    const session: Session = {
      client,
      ask: asker(client, spec),
      secret: person.secret,
      agrees: (question) => agrees(question, options.yes),
      say: (text) => (options.json ? printError(text) : say(text)),
      json: options.json,
      isOwnService: service.isOwn,
    };
    const named = typeof typed['account_id'] === 'string' ? await withAccount(client, typed) : typed;
    show(await spec.perform(named, session), options);
  } catch (error) {
    throw withOptionNames(spec, error);
  } finally {
    await service.close();
  }
}

/** An account by its id or, where no account has that id, by its name. */
async function withAccount(client: JournalClient, input: CommandInput): Promise<CommandInput> {
  const wanted = String(input['account_id']);
  const accounts = await client.accounts.list({ query: { include_archived: true, include_system: true } });
  if (accounts.some(({ account_id }) => account_id === wanted)) return input;
  const named = accounts.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const [only] = named;
  if (named.length > 1) {
    throw new UserError(
      `several accounts are called ${wanted}; choose one: ${named.map((one) => one.account_id).join(', ')}`,
    );
  }
  return only === undefined ? input : { ...input, account_id: only.account_id };
}

function show({ answer, describe }: Result, options: CommandOptions): void {
  if (answer === NO_ANSWER) return;
  if (isBytes(answer)) {
    if (options.json) sayJson({ content_type: answer.contentType, content: Buffer.from(answer.bytes).toString() });
    else process.stdout.write(answer.bytes);
    return;
  }
  if (options.json) return sayJson(answer ?? {});
  say(describe(process.stdout.columns));
}

const isBytes = (answer: unknown): answer is { readonly bytes: Uint8Array; readonly contentType: string } =>
  typeof answer === 'object' && answer !== null && 'bytes' in answer && answer.bytes instanceof Uint8Array;

/** The service names fields; the error names the options that the person typed. */
function withOptionNames(spec: CommandSpec, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const refused = refusedFields(error.detail);
  if (refused === null) return error;
  const names = new Map(optionFields(spec).map(({ field, word }) => [field.name, word]));
  const places = new Set(spec.places);
  const lines = refused.map(([path, message]) => {
    // `rates.0.date`: of a list of one, which the person did not see, its field is what was typed.
    const field = path.replace(/^\w+\.0\./, '');
    const word = names.get(field);
    if (places.has(field)) return `<${field}> ${plainly(message)}`;
    return word === undefined ? `${field}: ${plainly(message)}` : `--${word} ${plainly(message)}`;
  });
  return new UserError(lines.join('; '));
}

/** What is wrong with which field: a list of them, or, of settings, by their keys. */
function refusedFields(detail: ApiError['detail']): (readonly [field: string, message: string])[] | null {
  if (Array.isArray(detail)) return detail.map(({ field, message }) => [field, message] as const);
  if (typeof detail !== 'object' || !('errors' in detail)) return null;
  const byKey = Object.entries(detail.errors as Readonly<Record<string, readonly string[]>>); // what settings answer
  return byKey.map(([key, problems]) => [key, problems.join(', ')] as const);
}
