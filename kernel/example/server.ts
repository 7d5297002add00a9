/** The example as a server object: two toolsets, resources, a prompt and, by default, the suite's fixtures. */
import { fixtureContent } from '../conformance/content.ts';
import { fixtureTools, fixtureToolset, type FixtureApp } from '../conformance/fixtures.ts';
import { createServer, discoveryKit, localTokens, type KernelServer, type ServerOptions } from '../index.ts';
import { Notebook, notePrompts, noteResources, noteTools, type ExampleApp } from './notes.ts';
import { talkTools } from './talk.ts';

export interface ExampleOptions extends Pick<ServerOptions, 'log' | 'operator' | 'tasks'> {
  readonly fixtures?: boolean;
}

export const exampleTools = [...talkTools, ...noteTools];

export function exampleServer({ fixtures = true, ...options }: ExampleOptions = {}): KernelServer {
  const notebook = new Notebook();
  const confirmation = { tokens: localTokens() };
  const { resources, resourceTemplates } = noteResources(notebook);
  const extra = fixtures ? fixtureContent : { resources: [], resourceTemplates: [], prompts: [] };
  const app: ExampleApp & FixtureApp = {
    notebook,
    noteChanged: (id) => server.notify.resourceUpdated(`notes://${id}`),
    toolsChanged: () => server.notify.toolsChanged(),
    promptsChanged: () => server.notify.promptsChanged(),
  };
  const server = createServer({
    ...options,
    name: 'kernel-example',
    title: 'Kernel example',
    version: '0.1.0',
    presentation: {
      about: 'A small server that shows what the kernel can do: notes, and a few ways to talk.',
    },
    tools: [...exampleTools, ...discoveryKit({ toolset: 'find', confirmation }), ...(fixtures ? fixtureTools : [])],
    confirmation,
    toolsets: [
      { name: 'find', description: 'Find tools, and confirm what does harm.', always: true },
      { name: 'talk', description: 'Echo, and count slowly.', always: true },
      // Next to the many tools of the suite the notes would be cut from a list of forty.
      { name: 'notes', description: 'Keep, find and remove notes.', byDefault: true, always: fixtures },
      ...(fixtures ? [fixtureToolset] : []),
    ],
    resources: [...resources, ...extra.resources],
    resourceTemplates: [...extra.resourceTemplates, ...resourceTemplates],
    prompts: [...notePrompts, ...extra.prompts],
    announces: { resourceUpdates: true, ...(fixtures ? { tools: true, prompts: true } : {}) },
    app: () => app,
  });
  return server;
}
