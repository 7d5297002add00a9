import { afterAll, describe, expect, test } from 'vitest';
import { connect, eras, stopShared, wires, type PersonBehind, type ClientConnection, type Era } from './clients.ts';

/** One list of stories; each runs on every wire and in both eras, with the official client. */
interface Story {
  readonly name: string;
  readonly behind?: PersonBehind;
  readonly run: (connected: ClientConnection) => Promise<void>;
}

interface TextResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

async function call(
  { client }: ClientConnection,
  name: string,
  args: Record<string, unknown> = {},
): Promise<TextResult> {
  return (await client.callTool({ name, arguments: args })) as TextResult;
}

const dataOf = (result: TextResult): unknown => JSON.parse(result.content[0]?.text ?? 'null');

const stories: readonly Story[] = [
  {
    name: 'the server introduces itself',
    run: async ({ client }) => {
      expect(client.getServerVersion()).toMatchObject({ name: 'kernel-example', title: 'Kernel example' });
      expect(client.getInstructions()).toContain('notes');
    },
  },
  {
    name: 'tools are listed in order, with titles and all four hints',
    run: async ({ client }) => {
      const { tools } = await client.listTools();
      const names = tools.map(({ name }) => name);
      expect(names).toContain('echo');
      expect(names).toContain('remove_note');
      for (const { title, annotations } of tools) {
        expect(title).toBeTruthy();
        expect(Object.keys(annotations ?? {})).toHaveLength(4);
      }
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(names);
    },
  },
  {
    name: 'a call comes back unchanged, whatever it says',
    run: async (connected) => {
      const message = 'line\nbreak, "quotes", é, 漢字, 🜨, \u2028';
      expect(dataOf(await call(connected, 'echo', { message }))).toEqual({ message });
    },
  },
  {
    name: 'many concurrent calls each get their own answer',
    run: async (connected) => {
      const messages = Array.from({ length: 50 }, (_, at) => `message ${at}`);
      const results = await Promise.all(messages.map((message) => call(connected, 'echo', { message })));
      expect(results.map((result) => (dataOf(result) as { message: string }).message)).toEqual(messages);
    },
  },
  {
    name: 'bad arguments are a tool error that names every bad field',
    run: async (connected) => {
      const result = await call(connected, 'count_slowly', { to: 'ten', speed: 1 });
      expect(result.isError).toBe(true);
      expect(dataOf(result)).toMatchObject({
        error: { code: 'invalid_arguments', details: { errors: [{ path: 'to' }, { path: 'speed' }] } },
      });
    },
  },
  {
    name: 'a tool that does not exist is a protocol error',
    run: async (connected) => {
      await expect(call(connected, 'no_such_tool')).rejects.toMatchObject({ code: -32602 });
    },
  },
  {
    name: 'progress is reported, and only forward',
    run: async ({ client, heard }) => {
      const before = heard.length;
      const onprogress = () => {};
      await client.callTool({ name: 'count_slowly', arguments: { to: 3, pause_ms: 5 } }, { onprogress });
      const steps = heard.slice(before).map((message) => ('method' in message ? message.params?.progress : 'answer'));
      expect(steps).toEqual([1, 2, 3, 'answer']);
      // The client drops a step that it reads together with the answer: this count has none before three were seen.
      const seen: number[] = [];
      const enough = new AbortController();
      const counting = client.callTool(
        { name: 'count_slowly', arguments: { to: 1000, pause_ms: 100 } },
        {
          onprogress: ({ progress }) => {
            if (seen.push(progress) === 3) enough.abort();
          },
          signal: enough.signal,
        },
      );
      await expect(counting).rejects.toThrow('aborted');
      expect(seen.slice(0, 3)).toEqual([1, 2, 3]);
    },
  },
  {
    name: 'a call can be given up, and the connection continues',
    run: async (connected) => {
      const gone = new AbortController();
      const slow = connected.client.callTool(
        { name: 'count_slowly', arguments: { to: 1000, pause_ms: 1000 } },
        { signal: gone.signal },
      );
      setTimeout(() => gone.abort(), 30);
      await expect(slow).rejects.toThrow('aborted');
      expect(dataOf(await call(connected, 'echo', { message: 'on' }))).toEqual({ message: 'on' });
    },
  },
  {
    name: 'harm is done only after the person has agreed, and they see what it is',
    behind: 'yes',
    run: async (connected) => {
      const { id } = dataOf(await call(connected, 'add_note', { text: 'milk' })) as { id: number };
      expect(dataOf(await call(connected, 'remove_note', { id }))).toEqual({ removed: id });
      expect(connected.asked).toEqual([`Remove note ${id} for good?\n\nid: ${id}`]);
    },
  },
  {
    name: 'nothing is done when the person says no',
    behind: 'no',
    run: async (connected) => {
      const { id } = dataOf(await call(connected, 'add_note', { text: 'eggs' })) as { id: number };
      const result = await call(connected, 'remove_note', { id });
      expect(dataOf(result)).toMatchObject({ error: { code: 'confirmation_declined' } });
      const { items } = dataOf(await call(connected, 'list_notes')) as { items: { id: number }[] };
      expect(items.map((note) => note.id)).toContain(id);
    },
  },
  {
    name: 'where the client cannot ask its person, harm needs a token, good for one call with these very arguments',
    run: async (connected) => {
      const { id } = dataOf(await call(connected, 'add_note', { text: 'bread' })) as { id: number };
      const result = await call(connected, 'remove_note', { id });
      expect(dataOf(result)).toMatchObject({ error: { code: 'confirmation_required' } });
      const issue = async () => {
        const issued = await call(connected, 'get_confirmation_token', { action: 'remove_note', params: { id } });
        const { token } = dataOf(issued) as { token: string };
        return token;
      };
      const token = await issue();
      const elsewhere = await call(connected, 'remove_note', { id: id + 1, confirmation_token: await issue() });
      expect(dataOf(elsewhere)).toMatchObject({ error: { code: 'confirmation_invalid' } });
      const removed = await call(connected, 'remove_note', { id, confirmation_token: token });
      expect(dataOf(removed)).toEqual({ removed: id });
      const again = await call(connected, 'remove_note', { id, confirmation_token: token });
      expect(dataOf(again)).toMatchObject({ error: { code: 'confirmation_invalid' } });
    },
  },
  {
    name: 'resources are listed, read, and missed with an error that says which',
    run: async (connected) => {
      const { client } = connected;
      const { id } = dataOf(await call(connected, 'add_note', { text: 'a note to read' })) as { id: number };
      expect((await client.listResources()).resources.map(({ uri }) => uri)).toContain('notes://all');
      expect((await client.listResourceTemplates()).resourceTemplates.map((each) => each.uriTemplate)).toContain(
        'notes://{id}',
      );
      const { contents } = await client.readResource({ uri: `notes://${id}` });
      expect(contents).toMatchObject([{ text: 'a note to read' }]);
      await expect(client.readResource({ uri: 'notes://99999' })).rejects.toMatchObject({
        data: { uri: 'notes://99999' },
      });
    },
  },
  {
    name: 'a view is named on the list, served as a page, and drawn from the whole answer',
    run: async (connected) => {
      const { client } = connected;
      const { tools } = await client.listTools();
      const listed = tools.find(({ name }) => name === 'list_notes');
      expect(listed?._meta).toMatchObject({ ui: { resourceUri: 'ui://kernel-example/notes' } });
      const { contents } = await client.readResource({ uri: 'ui://kernel-example/notes' });
      expect(contents).toMatchObject([
        { uri: 'ui://kernel-example/notes', mimeType: 'text/html;profile=mcp-app', text: expect.any(String) as string },
      ]);
      expect((await client.listResources()).resources.map(({ uri }) => uri)).not.toContain('ui://kernel-example/notes');
      const result = await call(connected, 'list_notes');
      expect(result.structuredContent).toEqual(dataOf(result));
    },
  },
  {
    name: 'prompts are listed, filled in, completed, and refused when incomplete',
    run: async ({ client }) => {
      expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain('tidy_notes');
      const { messages } = await client.getPrompt({ name: 'tidy_notes', arguments: { topic: 'work' } });
      expect(JSON.stringify(messages)).toContain('about work');
      await expect(client.getPrompt({ name: 'tidy_notes' })).rejects.toMatchObject({ code: -32602 });
      const { completion } = await client.complete({
        ref: { type: 'ref/prompt', name: 'tidy_notes' },
        argument: { name: 'topic', value: 'e' },
      });
      expect(completion.values).toEqual(['errands']);
    },
  },
];

afterAll(stopShared);

describe.each(wires)('over %s', (wire) => {
  describe.each(Object.keys(eras) as Era[])('in the %s era', (era) => {
    const connections = new Map<PersonBehind, Promise<ClientConnection>>();
    afterAll(async () => {
      for (const connected of connections.values()) await (await connected).client.close();
    });

    test.each(stories)('$name', async ({ run, behind = 'none' }) => {
      const connected = connections.get(behind) ?? connect(wire, era, behind);
      connections.set(behind, connected);
      await run(await connected);
    });
  });
});
