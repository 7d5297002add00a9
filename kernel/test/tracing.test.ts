// Spans as a real SDK takes them, by OpenTelemetry's conventions for MCP.
import { PassThrough } from 'node:stream';
import { trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exampleServer } from '../example/server.ts';
import { silentLogger } from '../log/logger.ts';
import { isTraced } from '../wire/tracing.ts';

const exporter = new InMemorySpanExporter();
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const traceparent = `00-${TRACE}-${PARENT}-01`;

type Fields = Readonly<Record<string, unknown>>;

const stateless = (meta: Fields = {}) => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  ...meta,
});
const call = (name: string, args: object, meta?: Fields) => ({
  method: 'tools/call',
  params: { name, arguments: args, ...(meta ? { _meta: meta } : {}) },
});
const hello = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** Sends requests to the example, one after the other, and gives the answers. */
async function talk(...messages: readonly object[]): Promise<Fields[]> {
  const server = exampleServer({ fixtures: false, log: silentLogger });
  const input = new PassThrough();
  const output = new PassThrough();
  server.stdio({ input, output });
  const answers: Fields[] = [];
  for (const [id, message] of messages.entries()) {
    const answered = new Promise<Fields>((resolve) =>
      output.once('data', (chunk: Buffer) => resolve(JSON.parse(String(chunk)) as Fields)),
    );
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`);
    answers.push(await answered);
  }
  await server.close();
  return answers;
}

const spans = () =>
  exporter.getFinishedSpans().map((span) => ({
    name: span.name,
    attributes: span.attributes,
    status: span.status.code,
    kind: span.kind,
    parent: span.parentSpanContext?.spanId,
    trace: span.spanContext().traceId,
  }));

describe('with an SDK', () => {
  beforeEach(() => {
    exporter.reset();
    new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
  });
  afterEach(() => trace.disable());

  test('a call is a span of the trace that its client names', async () => {
    await talk(call('echo', { message: 'a secret' }, stateless({ traceparent })));
    expect(spans()).toEqual([
      {
        name: 'tools/call echo',
        attributes: {
          'mcp.method.name': 'tools/call',
          'mcp.protocol.version': '2026-07-28',
          'jsonrpc.request.id': '0',
          'network.transport': 'pipe',
          'gen_ai.tool.name': 'echo',
          'gen_ai.operation.name': 'execute_tool',
        },
        status: 0,
        kind: 1,
        parent: PARENT,
        trace: TRACE,
      },
    ]);
  });

  test('the short way of a settled connection is traced as well', async () => {
    const calls = [1, 2, 3].map(() => call('echo', { message: 'hi' }, stateless({ traceparent })));
    await talk(...calls);
    expect(spans().map(({ name, parent }) => [name, parent])).toEqual(calls.map(() => ['tools/call echo', PARENT]));
  });

  test('other requests are spans too, a prompt by its name', async () => {
    const params = { name: 'tidy_notes', arguments: { topic: 'work' } };
    await talk(hello, { method: 'tools/list', params: {} }, { method: 'prompts/get', params });
    expect(spans().map(({ name }) => name)).toEqual(['initialize', 'tools/list', 'prompts/get tidy_notes']);
  });

  test('an error of a tool and one of the call are distinguished', async () => {
    await talk(hello, call('echo', { wrong: 1 }), call('made_up_by_the_client', {}));
    const [, tool, protocol] = spans();
    expect(tool).toMatchObject({ name: 'tools/call echo', status: 2, attributes: { 'error.type': 'tool_error' } });
    expect(protocol).toMatchObject({
      name: 'tools/call',
      status: 2,
      attributes: { 'error.type': '-32602', 'rpc.response.status_code': '-32602' },
    });
  });

  test('no argument, no answer and no message of an error is in any of it', async () => {
    await talk(
      hello,
      call('echo', { message: 'hunter2' }),
      call('echo', { hunter2: 'hunter2' }),
      call('hunter2', { message: 'hunter2' }),
    );
    expect(JSON.stringify(spans())).not.toContain('hunter2');
  });

  test('a context that makes no sense begins a new trace', async () => {
    await talk(call('echo', { message: 'hi' }, stateless({ traceparent: 7, tracestate: { a: 1 } })));
    expect(spans()).toMatchObject([{ name: 'tools/call echo', parent: undefined }]);
  });
});

test('without an SDK nothing is traced', async () => {
  exporter.reset();
  expect(isTraced()).toBe(false);
  await talk(hello, call('echo', { message: 'hi' }, { traceparent }));
  expect(spans()).toEqual([]);
});
