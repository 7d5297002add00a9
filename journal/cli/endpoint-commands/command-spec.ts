// A command of the person is an endpoint and how its answer is shown; its options, and the types of both, follow from the
// contract.
import type { ClientInput, ClientOutput, contract, InputField, JournalClient } from '@zorivest/contract';
import type { OwnField } from './fields.ts';
import { tabulate, type Column, type Layout } from './show.ts';

type Contract = typeof contract;

/** `accounts.create`: an endpoint by its name in the contract. */
export type EndpointId = {
  [R in keyof Contract]: `${R}.${Extract<keyof Contract[R], string>}`;
}[keyof Contract];

type Endpoint<Id extends EndpointId> = Id extends `${infer R extends keyof Contract}.${infer K}`
  ? K extends keyof Contract[R]
    ? Contract[R][K]
    : never
  : never;

/** What an endpoint answers. */
export type Answer<Id extends EndpointId> = ClientOutput<Endpoint<Id>>;

/** The names in each form that a part of a request can have; a part that takes any name has none. */
type NamesOf<Part> = Part extends object ? keyof { [K in keyof Part as string extends K ? never : K]: unknown } : never;
type RequestNames<Request> = NamesOf<Request[keyof Request]>;

/** The fields of an endpoint. A file is none: a command takes its path. */
export type FieldName<Id extends EndpointId> = Exclude<
  Extract<RequestNames<ClientInput<Endpoint<Id>>>, string>,
  'file' | 'files'
>;

/** What was given, by the names of the fields. */
export type InputOf<Name extends string> = object & { readonly [Field in Name]?: unknown };
export type CommandInput = Readonly<Record<string, unknown>>;

export interface Session<Own extends EndpointId = EndpointId> {
  readonly client: JournalClient;
  /** Asks the command's endpoint, or another, with what was given: each field goes where the endpoint has it. */
  readonly ask: <Id extends EndpointId = Own>(
    input: InputOf<FieldName<NoInfer<Id>>>,
    endpoint?: Id,
  ) => Promise<Answer<Id>>;
  /** A secret from the prompt, or the next line of stdin; nothing where neither has one. */
  readonly secret: (label: string) => Promise<string | undefined>;
  /** Whether the person says yes; `--yes` says it for them. */
  readonly agrees: (question: string) => Promise<boolean>;
  readonly say: (text: string) => void;
  /** Machines read what is printed. */
  readonly json: boolean;
  /** The service was started for this command and ends with it. */
  readonly isOwnService: boolean;
}

/** What a command says of itself. */
interface Description<Name extends string> {
  /** Its name: a noun and a verb, such as `account add`. */
  readonly name: string;
  /** What its noun alone does. */
  readonly isDefault?: boolean;
  readonly summary: string;
  readonly example: string;
  /** Fields given by their place, in this order; each can be given as an option, too. */
  readonly places?: readonly Name[];
  /** The last place takes as many as there are. */
  readonly many?: boolean;
  /** Places that may be left empty. */
  readonly optional?: readonly Name[];
  /** Another word for a field than its own; the field's own name works as well. */
  readonly optionNames?: { readonly [Field in Name]?: string };
  /** It may ask while it is at work, which --yes answers. */
  readonly asks?: boolean;
}

export interface CommandSpec extends Description<string> {
  readonly endpoint: EndpointId;
  readonly without?: readonly string[];
  readonly also?: () => readonly InputField[];
  readonly perform: (input: CommandInput, session: Session) => Promise<Result>;
}

/** What a command ended with: for machines as it is, for a person as text. */
export interface Result {
  readonly answer: unknown;
  readonly describe: Layout;
}

/** The answer of a command that has printed everything by then. */
export const NO_ANSWER: unique symbol = Symbol('no answer');

/** What is shown of an answer. A file, such as an export, is written to stdout as it is. */
type Content<Answered> = Exclude<Awaited<Answered>, Answer<'exports.trades'> | typeof NO_ANSWER>;

interface Definition<
  Id extends EndpointId,
  Own extends string,
  Answered extends Promise<unknown>,
  Name extends string,
> extends Description<Name> {
  /** Fields of the endpoint that are not options. */
  readonly without?: readonly FieldName<Id>[];
  /** Fields that are not the endpoint's, for a command that uses several. */
  readonly also?: () => readonly OwnField<Own>[];
  /** What follows from what was given. */
  readonly fill?: (input: InputOf<Name>) => InputOf<Name>;
  /** Asked before anything is done. */
  readonly question?: (input: InputOf<Name>) => string;
  /** Where asking the endpoint is not all there is to do. */
  readonly perform?: (input: InputOf<Name>, session: Session<Id>) => Answered;
  /** Columns of a table for many, lines of a list for one; a function for a sentence, or for a table of something else. */
  readonly shown:
    | readonly Column<Content<NoInfer<Answered>>>[]
    | ((answer: Content<NoInfer<Answered>>, input: InputOf<Name>) => string | Layout);
}

/**
 * A command over an endpoint. What it shows is typed by the endpoint's answer, or by what `perform` ends with. Columns are
 * compared before TypeScript has read an inline `perform`: where that answers something else, `shown` is a function that
 * tabulates.
 */
export function command<
  Id extends EndpointId,
  Own extends string = never,
  Answered extends Promise<unknown> = Promise<Answer<Id>>,
>(
  endpoint: Id,
  definition: Definition<NoInfer<Id>, Own, Answered, FieldName<NoInfer<Id>> | NoInfer<Own>>,
): CommandSpec {
  const { fill, question, perform, shown, ...description } = definition;
  return {
    ...description,
    endpoint,
    asks: definition.asks === true || question !== undefined,
    perform: async (typed, session) => {
      // Options are made of the endpoint's fields and the command's own, so that nothing else was typed.
      const given = typed as InputOf<FieldName<Id> | Own>;
      const input = fill?.(given) ?? given;
      if (question && !(await session.agrees(question(input)))) throw new NotAgreed('Nothing was done.');
      const answer = await (perform ? perform(input, session) : session.ask(input, endpoint));
      const describe: Layout = (width) => {
        // Without `perform` it is the endpoint's answer. Who runs the command shows no file and no NO_ANSWER.
        const content = answer as Content<Answered>;
        const text = typeof shown === 'function' ? shown(content, input) : tabulate(content, shown);
        // What a figure could not know stands under its table; a sentence says that itself.
        return typeof text === 'string' ? text : [text(width), ...problemsOf(answer)].join('\n');
      };
      return { answer, describe };
    },
  };
}

function problemsOf(answer: unknown): readonly string[] {
  if (typeof answer !== 'object' || answer === null || !('problems' in answer)) return [];
  // Every answer of the contract that has them has them so.
  return (answer.problems as readonly { readonly message: string }[]).map(({ message }) => message);
}

/** Thrown when the person has not agreed: nothing was done. */
export class NotAgreed extends Error {
  override readonly name = 'NotAgreed';
}
