/**
 * What the official conformance suite expects to find on a server under test. The names and texts are the suite's, so
 * these tools are exempt from our rules for names and descriptions.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { together, type CallContext, type Reply } from '../call/context.ts';
import { codes, KernelError } from '../tool/errors.ts';
import { Answer, type Attachment } from '../tool/answer.ts';
import { toolsFor } from '../call/define.ts';
import type { AnyTool } from '../tool/definition.ts';
import type { Toolset } from '../tool/toolset.ts';
import { MIXED_RESOURCE, PIXEL, SILENCE } from './samples.ts';

/** What the fixtures that announce changes need of the server they are part of. */
export interface FixtureApp {
  readonly toolsChanged: () => void;
  readonly promptsChanged: () => void;
}

export const fixtureToolset: Toolset = {
  name: 'conformance',
  description: 'What the protocol conformance suite calls.',
  always: true,
};

type Context = CallContext<FixtureApp>;

const define = toolsFor<FixtureApp>();

function fixture<Shape extends z.ZodRawShape>(
  name: string,
  shape: Shape,
  run: (input: z.output<z.ZodObject<Shape>>, context: Context) => unknown,
  long: Pick<AnyTool, 'task' | 'prepare'> = {},
): AnyTool {
  const about = `Conformance fixture ${name}.`;
  return define({
    name,
    title: name,
    toolsets: [fixtureToolset.name],
    description: { minimal: about, rich: about },
    synonyms: [],
    input: z.object(shape),
    output: z.unknown(),
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    guard: 'unguarded',
    confirmation: 'none',
    cost: 'local',
    ...long,
    handler: (input, context) => run(input as z.output<z.ZodObject<Shape>>, context) as never,
  });
}

/** An answer without data: prose, attachments or both. */
const say = (text: string | undefined, ...attachments: Attachment[]) => new Answer(undefined, attachments, text);

const nameForm = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };

const field = (reply: Reply, name: string): string =>
  reply.action === 'accept' ? String(reply.content[name]) : `no one (${reply.action})`;

const contents: readonly AnyTool[] = [
  fixture('test_simple_text', {}, () => say('This is a simple text response for testing.')),
  fixture('test_image_content', {}, () => say(undefined, PIXEL)),
  fixture('test_audio_content', {}, () => say(undefined, SILENCE)),
  fixture('test_embedded_resource', {}, () =>
    say(undefined, {
      type: 'resource',
      resource: {
        uri: 'test://embedded-resource',
        mimeType: 'text/plain',
        text: 'This is an embedded resource content.',
      },
    }),
  ),
  fixture('test_multiple_content_types', {}, () => say('Multiple content types test:', PIXEL, MIXED_RESOURCE)),
  fixture('test_error_handling', {}, () => {
    throw new KernelError('test_error', 'This tool intentionally returns an error for testing');
  }),
];

const notifications: readonly AnyTool[] = [
  fixture('test_tool_with_logging', {}, async (_, { tell }) => {
    tell('info', 'Tool execution started');
    await sleep(50);
    tell('info', 'Tool processing data');
    await sleep(50);
    tell('info', 'Tool execution completed');
    return say('Tool with logging executed successfully');
  }),
  fixture('test_logging_tool', {}, (_, { tell }) => {
    for (const level of ['debug', 'info', 'warning', 'error'] as const) tell(level, `A message at level ${level}`);
    return say('Logged.');
  }),
  fixture('test_tool_with_progress', {}, async (_, { progress }) => {
    progress({ done: 0, total: 100 });
    await sleep(50);
    progress({ done: 50, total: 100 });
    await sleep(50);
    progress({ done: 100, total: 100 });
    return say('Tool with progress executed successfully');
  }),
  fixture('test_trigger_tool_change', {}, (_, { app }) => {
    app.toolsChanged();
    return say('Announced a change of the tools.');
  }),
  fixture('test_trigger_prompt_change', {}, (_, { app }) => {
    app.promptsChanged();
    return say('Announced a change of the prompts.');
  }),
];

const questions: readonly AnyTool[] = [
  fixture('test_sampling', { prompt: z.string() }, async ({ prompt }, { model }) => {
    const { text } = await model.sample({ prompt, maxTokens: 100 });
    return say(`LLM response: ${text}`);
  }),
  fixture('test_elicitation', { message: z.string() }, async ({ message }, { person }) => {
    const reply = await person.ask({
      id: 'who',
      message,
      schema: {
        type: 'object',
        properties: {
          username: { type: 'string', description: "User's response" },
          email: { type: 'string', description: "User's email address" },
        },
        required: ['username', 'email'],
      },
    });
    return say(`User response: ${JSON.stringify(reply)}`);
  }),
  fixture('test_elicitation_sep1034_defaults', {}, async (_, { person }) => {
    const properties = {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    };
    return completeReply(await person.ask({ id: 'form', message: 'Defaults', schema: { type: 'object', properties } }));
  }),
  fixture('test_elicitation_sep1330_enums', {}, async (_, { person }) => {
    const options = ['option1', 'option2', 'option3'];
    const titled = ['First', 'Second', 'Third'].map((title, at) => ({ const: `value${at + 1}`, title }));
    const properties = {
      untitledSingle: { type: 'string', enum: options },
      titledSingle: { type: 'string', oneOf: titled },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
      titledMulti: { type: 'array', items: { anyOf: titled } },
    };
    return completeReply(await person.ask({ id: 'form', message: 'Enums', schema: { type: 'object', properties } }));
  }),
  fixture('test_streaming_elicitation', {}, async (_, { person, progress }) => {
    progress({ done: 1, total: 2 });
    const reply = await person.ask({ id: 'user_name', message: 'What is your name?', schema: nameForm });
    return say(`Hello, ${field(reply, 'name')}!`);
  }),
  fixture('test_missing_capability', {}, async (_, { model }) => {
    const { text } = await model.sample({ prompt: 'Say something.', maxTokens: 10 });
    return say(text);
  }),
];

function completeReply(reply: Reply) {
  const content = reply.action === 'accept' ? reply.content : {};
  return say(`Elicitation completed: action=${reply.action}, content=${JSON.stringify(content)}`);
}

const inputTools: readonly AnyTool[] = [
  fixture('test_input_required_result_elicitation', {}, async (_, { person }) => {
    const reply = await person.ask({ id: 'user_name', message: 'What is your name?', schema: nameForm });
    return say(`Hello, ${field(reply, 'name')}!`);
  }),
  fixture('test_input_required_result_sampling', {}, async (_, { model }) => {
    const prompt = 'What is the capital of France?';
    const { text } = await model.sample({ id: 'capital_question', prompt, maxTokens: 100 });
    return say(text);
  }),
  fixture('test_input_required_result_list_roots', {}, async (_, { workspace }) => {
    const roots = await workspace.roots();
    return say(`Roots: ${roots.map(({ uri, name }) => `${name ?? ''} ${uri}`).join(', ')}`);
  }),
  ...['test_input_required_result_request_state', 'test_input_required_result_tampered_state'].map((name) =>
    fixture(name, {}, async (_, { person }) => {
      const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] };
      await person.ask({ id: 'confirm', message: 'Please confirm', schema });
      return say('state-ok');
    }),
  ),
  fixture('test_input_required_result_multiple_inputs', {}, async (_, { person, model, workspace }) => {
    const [reply, greeting, roots] = await together([
      person.ask({ id: 'user_name', message: 'What is your name?', schema: nameForm }),
      model.sample({ id: 'greeting', prompt: 'Generate a greeting', maxTokens: 50 }),
      workspace.roots(),
    ]);
    return say(`${greeting.text}, ${field(reply, 'name')} (${roots.length} roots)`);
  }),
  fixture('test_input_required_result_multi_round', {}, async (_, { person }) => {
    const first = await person.ask({ id: 'step1', message: 'Step 1: What is your name?', schema: nameForm });
    const schema = { type: 'object', properties: { color: { type: 'string' } }, required: ['color'] };
    const second = await person.ask({ id: 'step2', message: 'Step 2: What is your favorite color?', schema });
    return say(`${field(first, 'name')} likes ${field(second, 'color')}`);
  }),
  fixture('test_input_required_result_capabilities', {}, async (_, { person, model }) => {
    const asked: Promise<unknown>[] = [];
    if (person.canAsk) asked.push(person.ask({ id: 'user_name', message: 'What is your name?', schema: nameForm }));
    if (model.canSample) asked.push(model.sample({ id: 'greeting', prompt: 'Generate a greeting', maxTokens: 50 }));
    await together(asked);
    return say(`${asked.length} answers`);
  }),
];

const confirmForm = { type: 'object', properties: { confirm: { type: 'boolean' } }, required: ['confirm'] };

const optional = { task: 'optional' } as const;
const required = { task: 'required' } as const;

const taskTools: readonly AnyTool[] = [
  fixture('greet', { name: z.string() }, ({ name }) => say(`Hello, ${name}!`)),
  fixture(
    'slow_compute',
    { seconds: z.number().min(0).max(3600), label: z.string().default('') },
    async ({ seconds, label }, { signal, progress }) => {
      progress({ done: 0, total: seconds, message: `${label} has begun` });
      await sleep(seconds * 1000, undefined, { signal });
      return say(`Computed ${label} in ${seconds} s.`);
    },
    optional,
  ),
  fixture(
    'failing_job',
    {},
    async (_, { signal }) => {
      await sleep(1000, undefined, { signal });
      throw new KernelError('test_error', 'This job intentionally fails');
    },
    required,
  ),
  fixture(
    'protocol_error_job',
    {},
    async (_, { signal }) => {
      await sleep(100, undefined, { signal });
      throw new KernelError(codes.interrupted, 'The work died');
    },
    optional,
  ),
  fixture(
    'confirm_delete',
    { filename: z.string() },
    async ({ filename }, { person }) => {
      const reply = await person.ask({ id: 'confirm', message: `Delete ${filename}?`, schema: confirmForm });
      return say(`${filename}: ${field(reply, 'confirm')}`);
    },
    optional,
  ),
  fixture(
    'multi_input',
    {},
    async (_, { person }) => {
      const [first, second] = await together([
        person.ask({ id: 'first', message: 'Your name?', schema: nameForm }),
        person.ask({ id: 'second', message: 'And another?', schema: nameForm }),
      ]);
      return say(`${field(first, 'name')} and ${field(second, 'name')}`);
    },
    optional,
  ),
  fixture('test_tool_with_task', {}, (_, { prepared }) => say(`Hello, ${String(prepared)}!`), {
    task: 'required',
    prepare: async (_: unknown, { person }: Context) =>
      field(await person.ask({ id: 'user_name', message: 'What is your name?', schema: nameForm }), 'name'),
  }),
];

export const fixtureTools: readonly AnyTool[] = [
  ...contents,
  ...notifications,
  ...questions,
  ...inputTools,
  ...taskTools,
];
