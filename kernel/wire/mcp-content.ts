/** Resources, prompts and completion as MCP serves them. */
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, UriTemplate } from '@modelcontextprotocol/server';
import { InputRequired, type Caller } from '../call/context.ts';
import { passGuard, type Guard } from '../call/guard.ts';
import { KernelError } from '../tool/errors.ts';
import { VIEW_MIME } from '../tool/view.ts';
import type { Logger } from '../log/logger.ts';
import type { Complete, Content, Prompt, Resource, ResourceContents } from '../content/content.ts';
import { incomingOf } from './incoming.ts';
import type { CacheHints, McpCore, Peer, RunWithInput } from './mcp-core.ts';
import type { McpServer } from './mcp-server.ts';
import { recordCall } from './record.ts';

const MAX_COMPLETIONS = 100;

export function serveContent(
  server: McpServer,
  core: McpCore,
  peer: Peer,
  runWithInput: RunWithInput,
  cache: CacheHints,
): void {
  const { content, log } = core;
  serveResources(server, core, runWithInput, cache);
  if (core.announces.resourceUpdates && peer.era === 'legacy') serveSubscriptions(server);
  if (content.prompts.length > 0) servePrompts(server, core, runWithInput, cache);
  if (!completes(content)) return;
  server.setRequestHandler('completion/complete', ({ params }, context) => {
    const completed = runWithInput(incomingOf(context), params.argument.name, null, async (caller) => {
      const complete = completerFor(content, params.ref, params.argument.name);
      const others = params.context?.arguments ?? {};
      const all = await contain(log, async () => {
        if (!complete) return [];
        await passContentGuard(core.guard, guardOf(content, params.ref), params.ref.type, caller);
        return complete(params.argument.value, others, caller);
      });
      const values = all.slice(0, MAX_COMPLETIONS);
      return { completion: { values, total: all.length, hasMore: all.length > values.length } } as never;
    });
    // A completion asks the client nothing, so its one round ends in the answer.
    return completed as never;
  });
}

/** Whether there is anything to complete. */
export function completes({ resourceTemplates, prompts }: Content): boolean {
  return (
    resourceTemplates.some(({ complete }) => complete !== undefined) ||
    prompts.some((prompt) => prompt.arguments?.some(({ complete }) => complete !== undefined))
  );
}

function serveResources(
  server: McpServer,
  { content, guard, recorder, results, catalogue, log }: McpCore,
  runWithInput: RunWithInput,
  cache: CacheHints,
): void {
  const resources = content.resources.map(({ read: _read, guard: _guard, ...listed }) => listed);
  const resourceTemplates = content.resourceTemplates.map(
    ({ read: _read, complete: _complete, guard: _guard, ...listed }) => listed,
  );
  server.setRequestHandler('resources/list', () => ({ resources, ...cache }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates, ...cache }));
  server.setRequestHandler('resources/read', ({ params }, context) =>
    runWithInput(incomingOf(context), params.uri, null, (asked) =>
      recordCall(recorder, { kind: 'resource', name: params.uri, args: null }, asked, async (caller) => {
        const stored = results.read(params.uri, caller.session.id);
        const contents = await contain(log, async () => {
          const view = catalogue.view(params.uri);
          if (view) return { uri: view.uri, mimeType: VIEW_MIME, text: await view.page() };
          if (stored === undefined) return readResource(content, guard, params.uri, caller);
          // What a guarded tool answered is no less guarded for being stored.
          await passContentGuard(guard, 'guarded', params.uri, caller);
          return { uri: params.uri, mimeType: 'application/json', text: stored };
        });
        if (contents === undefined) throw new ResourceNotFoundError(params.uri);
        // Text or blob: the SDK's type wants to know which.
        const result = { contents: [contents], ...cache } as never;
        return [result, 'ok', () => (contents.text ?? contents.blob ?? '').length] as const;
      }),
    ),
  );
}

function serveSubscriptions(server: McpServer): void {
  const subscribed = new Set<string>();
  server.subscribed = subscribed;
  server.setRequestHandler('resources/subscribe', ({ params }) => {
    subscribed.add(params.uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
}

function servePrompts(server: McpServer, core: McpCore, runWithInput: RunWithInput, cache: CacheHints): void {
  const { content, log, recorder } = core;
  const prompts = content.prompts.map(describePrompt);
  server.setRequestHandler('prompts/list', () => ({ prompts, ...cache }));
  server.setRequestHandler('prompts/get', ({ params }, context) =>
    runWithInput(incomingOf(context), params.name, params.arguments, (asked) =>
      recordCall(recorder, { kind: 'prompt', name: params.name, args: params.arguments }, asked, async (caller) => {
        const prompt = content.prompts.find(({ name }) => name === params.name);
        if (!prompt) throw invalidParams(`There is no prompt ${params.name}.`);
        const args = params.arguments ?? {};
        const missing = prompt.arguments?.filter(({ name, required }) => required && args[name] === undefined) ?? [];
        if (missing.length > 0)
          throw invalidParams(`${prompt.name} needs: ${missing.map(({ name }) => name).join(', ')}.`);
        const messages = await contain(log, () => prompt.render(args, caller));
        const result = { ...(prompt.description ? { description: prompt.description } : {}), messages } as never;
        return [result, 'ok', () => JSON.stringify(messages).length] as const;
      }),
    ),
  );
}

function describePrompt({ render: _render, arguments: args, ...listed }: Prompt) {
  if (!args) return listed;
  return { ...listed, arguments: args.map(({ complete: _complete, ...argument }) => argument) };
}

function passContentGuard(guard: Guard, rule: Resource['guard'], name: string, caller: Caller): Promise<void> {
  return passGuard(guard, { name, guard: rule ?? 'unguarded' }, caller);
}

async function readResource(
  content: Content,
  guard: Guard,
  uri: string,
  caller: Caller,
): Promise<ResourceContents | undefined> {
  const resource = content.resources.find((candidate) => candidate.uri === uri);
  if (resource) {
    await passContentGuard(guard, resource.guard, uri, caller);
    return resource.read(caller);
  }
  for (const template of content.resourceTemplates) {
    const variables = new UriTemplate(template.uriTemplate).match(uri);
    if (!variables) continue;
    const plain = Object.entries(variables).map(([name, value]) => [name, String(value)] as const);
    await passContentGuard(guard, template.guard, uri, caller);
    return template.read(uri, Object.fromEntries(plain), caller);
  }
  return undefined;
}

type Reference =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

/** A prompt's arguments are completed from the same book, so they are as guarded as any template is. */
function guardOf({ resourceTemplates }: Content, ref: Reference): Resource['guard'] {
  const templates =
    ref.type === 'ref/resource' ? resourceTemplates.filter((one) => one.uriTemplate === ref.uri) : resourceTemplates;
  return templates.some(({ guard }) => guard === 'guarded') ? 'guarded' : 'unguarded';
}

function completerFor({ prompts, resourceTemplates }: Content, ref: Reference, argument: string): Complete | undefined {
  if (ref.type === 'ref/resource') {
    return resourceTemplates.find(({ uriTemplate }) => uriTemplate === ref.uri)?.complete?.[argument];
  }
  const prompt = prompts.find(({ name }) => name === ref.name);
  return prompt?.arguments?.find(({ name }) => name === argument)?.complete;
}

/** An error of a resource or prompt is reported in our words, or not at all. */
async function contain<T>(log: Logger, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof InputRequired) throw error;
    if (error instanceof KernelError) throw new RefusedContent(error);
    log.error('a resource or prompt failed unexpectedly', { error });
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'The server failed unexpectedly; see its log.');
  }
}

/** A refusal as the protocol says it; the record still knows what it was. */
class RefusedContent extends ProtocolError {
  constructor(reason: KernelError) {
    super(ProtocolErrorCode.InvalidParams, reason.message);
    this.cause = reason;
  }
}

function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
