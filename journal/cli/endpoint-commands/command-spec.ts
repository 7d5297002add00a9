// A command of the person is an endpoint and how its answer is shown; its options follow from the contract.
import type { contract, InputField, JournalClient } from '@zorivest/contract';

type Contract = typeof contract;

/** `accounts.create`: an endpoint by its name in the contract. */
export type EndpointId = {
  [R in keyof Contract]: `${R}.${Extract<keyof Contract[R], string>}`;
}[keyof Contract];

/** What was given, by the endpoint's names of its fields. */
export type CommandInput = Readonly<Record<string, unknown>>;

export interface Session {
  readonly client: JournalClient;
  /** Asks the act's endpoint, or another, with what was given: each field goes where the endpoint has it. */
  readonly ask: (input: CommandInput, endpoint?: EndpointId) => Promise<unknown>;
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

/** Columns of a table for many, lines of a list for one; a function for a sentence. */
export type Formatter = readonly string[] | ((answer: never, input: CommandInput) => string);

export interface CommandSpec {
  /** Its name: a noun and a verb, such as `account add`. */
  readonly name: string;
  /** What its noun alone does. */
  readonly isDefault?: boolean;
  readonly summary: string;
  readonly example: string;
  readonly endpoint: EndpointId;
  /** Fields given by their place, in this order; each can be given as an option, too. */
  readonly places?: readonly string[];
  /** The last place takes as many as there are. */
  readonly many?: boolean;
  /** Places that may be left empty. */
  readonly optional?: readonly string[];
  /** Another word for a field than its own; the field's own name works as well. */
  readonly optionNames?: Readonly<Record<string, string>>;
  /** Fields of the endpoint that are not options. */
  readonly without?: readonly string[];
  /** Fields that are not the endpoint's, for an act that uses several. */
  readonly also?: () => readonly InputField[];
  /** What follows from what was given. */
  readonly fill?: (input: CommandInput) => CommandInput;
  /** Asked before anything is done. */
  readonly question?: (input: CommandInput) => string;
  /** It may ask while it is at work, which --yes answers. */
  readonly asks?: boolean;
  /** Where asking the endpoint is not all there is to do. */
  readonly perform?: (input: CommandInput, session: Session) => Promise<unknown>;
  /** The answer as a table has it, where that is not the answer itself. */
  readonly table?: (answer: never) => unknown;
  readonly shown: Formatter;
}

/** Thrown when the person has not agreed: nothing was done. */
export class NotAgreed extends Error {
  override readonly name = 'NotAgreed';
}
