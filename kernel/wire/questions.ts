/** Questions to a client as they go on the wire. */
import type { InputRequiredResult, Server } from '@modelcontextprotocol/server';
import type { InputRequest, Question, SampleRequest } from '../call/context.ts';
import type { Page } from '../tool/page.ts';

type FormParams = Parameters<Server['elicitInput']>[0] & { readonly mode: 'form' };

export function formParams(message: string, schema: Question['schema']): FormParams {
  // The schema is the tool author's; the client checks it, as the protocol asks of it.
  return { mode: 'form', message, requestedSchema: schema as FormParams['requestedSchema'] };
}

type UrlParams = Parameters<Server['elicitInput']>[0] & { readonly mode: 'url' };

/** 2025-11-25: a page has an id, by which its client could be notified that the person is done. */
export function urlParams({ message, url }: Page, elicitationId: string): UrlParams {
  return { mode: 'url', message, url: plainAddress(url), elicitationId };
}

const ROUTE = /^(#\/?[a-z0-9/-]*)?$/;

/** An address that anybody may read: no name, no password, no query, and after a `#` nothing but a route in words. */
function plainAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isPlain =
    url !== undefined &&
    ['http:', 'https:'].includes(url.protocol) &&
    `${url.username}${url.password}${url.search}` === '' &&
    ROUTE.test(url.hash);
  if (!isPlain) throw new Error('the address of a page must be plain: http or https, without a query or a ticket');
  return url.href;
}

export function sampleParams({ system, prompt, maxTokens }: SampleRequest): Parameters<Server['createMessage']>[0] {
  return {
    messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
    maxTokens,
    ...(system === undefined ? {} : { systemPrompt: system }),
  };
}

type WireInputRequest = NonNullable<InputRequiredResult['inputRequests']>[string];

/** One request for input as it is sent. */
export function wireInputRequest(request: InputRequest): WireInputRequest {
  if (request.kind === 'roots') return { method: 'roots/list' };
  if (request.kind === 'sample') return { method: 'sampling/createMessage', params: sampleParams(request.request) };
  if (request.kind === 'open') {
    const { message, url } = request.page;
    // The SDK's type is that of the revision before, which also wants an id.
    const params = { mode: 'url', message, url: plainAddress(url) } as UrlParams;
    return { method: 'elicitation/create', params };
  }
  return { method: 'elicitation/create', params: formParams(request.question.message, request.question.schema) };
}
