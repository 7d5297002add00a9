import type { z } from 'zod';
import type { ObjectSchema, Tool } from '../tool/definition.ts';
import type { CallContext } from './context.ts';

/** A tool as its author writes it: a handler gets the context of its call, with the server's own `app` in it. */
export type ToolDefinition<
  App = unknown,
  Input extends ObjectSchema = ObjectSchema,
  Output extends z.ZodType = z.ZodType,
> = Tool<CallContext<App>, Input, Output>;

/** Adds types and nothing else: a tool is data and one function. */
export function defineTool<Input extends ObjectSchema, Output extends z.ZodType>(
  tool: ToolDefinition<unknown, Input, Output>,
): ToolDefinition<unknown, Input, Output> {
  return tool;
}

/** `defineTool` for handlers that need the server's own context (`context.app`). */
export function toolsFor<App>() {
  return <Input extends ObjectSchema, Output extends z.ZodType>(
    tool: ToolDefinition<App, Input, Output>,
  ): ToolDefinition<App, Input, Output> => tool;
}
