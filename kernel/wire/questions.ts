/** Questions to a client as they go on the wire. */
import type { InputRequiredResult, Server } from '@modelcontextprotocol/server';
import type { InputRequest, Question, SampleRequest } from '../call/context.ts';

type FormParams = Parameters<Server['elicitInput']>[0] & { readonly mode: 'form' };

export function formParams(message: string, schema: Question['schema']): FormParams {
  // The schema is the tool author's; the client checks it, as the protocol asks of it.
  return { mode: 'form', message, requestedSchema: schema as FormParams['requestedSchema'] };
}

export function sampleParams({ system, prompt, maxTokens }: SampleRequest): Parameters<Server['createMessage']>[0] {
  return {
    messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
    maxTokens,
    ...(system === undefined ? {} : { systemPrompt: system }),
  };
}

type WireInputRequest = NonNullable<InputRequiredResult['inputRequests']>[string];

/** One request for input as it goes on the wire. */
export function wireInputRequest(request: InputRequest): WireInputRequest {
  if (request.kind === 'roots') return { method: 'roots/list' };
  if (request.kind === 'sample') return { method: 'sampling/createMessage', params: sampleParams(request.request) };
  return { method: 'elicitation/create', params: formParams(request.question.message, request.question.schema) };
}
