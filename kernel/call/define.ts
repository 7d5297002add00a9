import { z } from 'zod';
import type { Description, Hints, ObjectSchema, Schema, Tool } from '../tool/definition.ts';
import { MAIN_TOOLSET } from '../tool/toolset.ts';
import type { CallContext } from './context.ts';

/** A tool in full: a handler gets the context of its call, with the server's own `app` in it. */
export type ToolDefinition<
  App = unknown,
  Input extends ObjectSchema = ObjectSchema,
  Output extends z.ZodType = z.ZodType,
> = Tool<CallContext<App>, Input, Output>;

/**
 * What a tool does to things, from which its hints and its confirmation follow. `read`: only reads. `add`: makes something
 * new, once for each call. `change`: sets something, and the same again changes nothing. `destroy`: cannot be undone, so a
 * person is asked first.
 */
export type ToolKind = 'read' | 'add' | 'change' | 'destroy';

const HINTS: Record<ToolKind, Hints> = {
  read: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  add: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  change: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  destroy: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
};

type HasDefault = 'title' | 'toolsets' | 'synonyms' | 'guard' | 'confirmation' | 'cost';

/**
 * A tool as its author writes it. What is left out follows from the rest: the title from the name, hints and confirmation
 * from the kind, guarded, local, listed by default. What the author sets overrides these defaults.
 */
export type ToolWords<App, Input extends ObjectSchema, Output extends z.ZodType> = Omit<
  ToolDefinition<App, Input, Output>,
  HasDefault | 'description' | 'output' | 'hints'
> &
  Partial<Pick<ToolDefinition<App, Input, Output>, HasDefault>> & {
    /** One description for every client, or a short one and a rich one. */
    readonly description: string | Description;
    /** Absent: any JSON, and no output schema. */
    readonly output?: Schema<Output>;
  } & (
    | { readonly kind: ToolKind; readonly hints?: Partial<Hints> }
    | { readonly kind?: undefined; readonly hints: Hints }
  );

function complete<App, Input extends ObjectSchema, Output extends z.ZodType>(
  words: ToolWords<App, Input, Output>,
): ToolDefinition<App, Input, Output> {
  const { kind, description, hints, ...overrides } = words;
  const first = words.name.charAt(0).toUpperCase() + words.name.slice(1).replaceAll('_', ' ');
  return {
    title: first,
    toolsets: [MAIN_TOOLSET],
    synonyms: [],
    guard: 'guarded',
    confirmation: kind === 'destroy' ? 'required' : 'none',
    cost: 'local',
    ...overrides,
    // Without an output schema any output is valid: what the handler gives is what its author typed.
    output: words.output ?? (ANYTHING as z.ZodType as Output),
    description: typeof description === 'string' ? { minimal: description, rich: description } : description,
    // Without a kind the type asks for all four.
    hints: kind === undefined ? hints : { ...HINTS[kind], ...hints },
  };
}

const ANYTHING = z.unknown();

/** A tool is data and one function: fills in what its author left out. */
export function defineTool<Input extends ObjectSchema, Output extends z.ZodType = z.ZodType>(
  tool: ToolWords<unknown, Input, Output>,
): ToolDefinition<unknown, Input, Output> {
  return complete(tool);
}

/** `defineTool` for handlers that need the server's own context (`context.app`). */
export function toolsFor<App>() {
  return <Input extends ObjectSchema, Output extends z.ZodType = z.ZodType>(
    tool: ToolWords<App, Input, Output>,
  ): ToolDefinition<App, Input, Output> => complete(tool);
}
