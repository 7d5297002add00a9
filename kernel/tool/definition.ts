import type { z } from 'zod';
import type { Answer } from './answer.ts';
import type { View } from './view.ts';

/** The four hints of MCP, all compulsory: an unset hint means "destructive, open world" to half of the clients. */
export interface Hints {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
}

/**
 * `guarded`: runs only when the guard allows it, and not when the guard cannot be asked.
 * `offline_tolerant`: refused only by an explicit block, so that it can report that the guard's home is down.
 * `unguarded`: always runs; for what must work while everything else is locked.
 */
export type GuardPolicy = 'guarded' | 'offline_tolerant' | 'unguarded';

/** `required`: a person, or a two-step token bound to these very arguments, must agree before the handler runs. */
export type ConfirmationPolicy = 'required' | 'none';

/** Where the time goes: `network` tools are expected to be slow, `slow` ones report progress. */
export type Cost = 'local' | 'network' | 'slow';

export interface Description {
  /** 50–100 characters: verb, noun, one thing that distinguishes it from its siblings. */
  readonly minimal: string;
  /** 200–400 characters: when to use it, when not, what comes back. `{other_tool}` names a sibling if it is shown. */
  readonly rich: string;
}

export type ObjectSchema = z.ZodObject;

/** A schema, or the function that builds it: with many tools the server is up before their schemas are. */
export type Schema<S extends z.ZodType> = S | (() => S);

type HandlerResult<T> = T | Answer<T>;

/**
 * A tool, defined once. Everything else is derived from it: lists for each client, composites, dispatchers, direct
 * methods, the search index, the docs.
 *
 * Parameters are described in two tiers as well: `.describe('…')` is always shown, `.meta({ detail: '…' })` is added
 * where descriptions are rich.
 *
 * What a handler is given besides its arguments (`Context`) is decided by its caller: see `call/define.ts`.
 */
export interface Tool<
  Context = unknown,
  Input extends ObjectSchema = ObjectSchema,
  Output extends z.ZodType = z.ZodType,
> {
  readonly name: string;
  readonly title: string;
  /** Empty for an extra, which no toolset shows and the server's presentation names instead. */
  readonly toolsets: readonly string[];
  readonly description: Description;
  /** Words people use for it that stand nowhere in its name or description. Searched, never listed. */
  readonly synonyms: readonly string[];
  readonly input: Schema<Input>;
  readonly output: Schema<Output>;
  readonly hints: Hints;
  readonly guard: GuardPolicy;
  readonly confirmation: ConfirmationPolicy;
  readonly cost: Cost;
  /** Takes null for what is left out, and figures and yes or no written as text; its listed schema stays as it is. */
  readonly lenient?: boolean;
  /** Further names under which a direct JSON-RPC call reaches it, e.g. `backtest.submit`. Its own name always does. */
  readonly methods?: readonly string[];
  /** Dropped from a concise answer, at any depth, in addition to what the server drops everywhere. Never an id. */
  readonly conciseDrops?: readonly string[];
  /**
   * Field -> another of the same row, a sum of others (`a+b`), or `^` and one of the whole: left out of a concise answer
   * while both say the same.
   */
  readonly conciseSame?: Readonly<Record<string, string>>;
  /** Of use only where switching on a toolset makes the list longer: elsewhere it is not listed, and answers all the same. */
  readonly onlyWhereListGrows?: boolean;
  /** The page that draws its answers, for clients that can show one. */
  readonly view?: View;
  /**
   * For pages alone: listed only to clients that draw views, with the visibility that hides it from the model, and in no
   * toolset. The server cannot tell a page from a model that calls it all the same, so it may only read.
   */
  readonly pagesOnly?: boolean;
  /** Of a tool that requires confirmation, which calls do; by default all of them. */
  readonly asksFor?: (input: z.output<Input>) => boolean;
  /** What will happen, in a sentence, for the confirmation question; the arguments are shown beneath it. */
  readonly effect?: (input: z.output<Input>) => string;
  /**
   * For work that takes long: the call can continue as a task, which the client asks after, and whose handle is good after a
   * restart. `optional`: a client that knows no tasks waits, and after a while learns where to fetch the result.
   * `required`: such a client is refused.
   */
  readonly task?: 'optional' | 'required';
  /** Where the client leaves it to the server: milliseconds a call may take before it is a task; by default no limit. */
  readonly taskAfterMs?: number;
  /** Of a task, what it must ask before it begins; its answer is the handler's `context.prepared`, so it must be JSON. */
  readonly prepare?: (input: z.output<Input>, context: Context) => unknown;
  /**
   * What a later process does with a task that was running when the server ended. `run_again`: calls the handler with
   * the same arguments. A function: resumes work that lives elsewhere, by what the handler saved with
   * `context.task.keep`. Without one the task has failed as `interrupted`.
   */
  readonly onRestart?:
    | 'run_again'
    | ((
        handle: unknown,
        context: Context,
        input: z.output<Input>,
      ) => HandlerResult<z.input<Output>> | Promise<HandlerResult<z.input<Output>>>);
  readonly handler: (
    input: z.output<Input>,
    context: Context,
  ) => HandlerResult<z.input<Output>> | Promise<HandlerResult<z.input<Output>>>;
}

/**
 * Any tool of a server. A handler takes the output of its own schema and is only ever called behind that schema,
 * which TypeScript cannot say of a list of different tools.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- the one place where tools of different types share a list
export type AnyTool = Tool<any, any, any>;
