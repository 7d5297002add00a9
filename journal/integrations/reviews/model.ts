// The two ways a model is spoken to. Keys go into headers only; what comes back is text and a count of tokens.
import { z } from 'zod';
import { Fault } from '@zorivest/store';

export interface Reviewer {
  readonly protocol: 'anthropic' | 'openai';
  readonly endpoint: string;
  readonly model: string;
  readonly apiKey: string | null;
  readonly inputCentsPerMillion: number;
  readonly outputCentsPerMillion: number;
}

/** The way out. */
export interface ModelParts {
  readonly fetch: typeof globalThis.fetch;
  readonly userAgent: string;
}

/** Two hundred words and room to spare. */
const MOST_OUTPUT_TOKENS = 700;
const TIMEOUT_MS = 60_000;

const anthropicAnswer = z.object({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }),
});
const openaiAnswer = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullable() }) })).min(1),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }),
});

/** The most that one prompt can cost, in cents. A token has at least three bytes on average in any script, so this errs upwards. */
export function mostCents(reviewer: Reviewer, prompt: string): number {
  const tokens = Math.ceil(Buffer.byteLength(prompt) / 3);
  return (tokens * reviewer.inputCentsPerMillion + MOST_OUTPUT_TOKENS * reviewer.outputCentsPerMillion) / 1e6;
}

export async function askModel(
  parts: ModelParts,
  signal: AbortSignal,
  reviewer: Reviewer,
  prompt: string,
): Promise<{ text: string; cents: number }> {
  const body = await post(parts, signal, reviewer, prompt);
  const answer = reviewer.protocol === 'anthropic' ? readAnthropic(body) : readOpenai(body);
  if (answer === null || answer.text.trim() === '')
    throw new Fault(502, `${reviewer.model} answered, but not with a review; check its protocol and model name`);
  const { input, output } = answer;
  const cents = (input * reviewer.inputCentsPerMillion + output * reviewer.outputCentsPerMillion) / 1e6;
  return { text: answer.text, cents };
}

async function post(parts: ModelParts, signal: AbortSignal, reviewer: Reviewer, prompt: string): Promise<unknown> {
  const { protocol, apiKey, model } = reviewer;
  const key: Record<string, string> =
    apiKey === null ? {} : protocol === 'anthropic' ? { 'x-api-key': apiKey } : { authorization: `Bearer ${apiKey}` };
  try {
    const response = await parts.fetch(reviewer.endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': parts.userAgent,
        ...(protocol === 'anthropic' && { 'anthropic-version': '2023-06-01' }),
        ...key,
      },
      body: JSON.stringify({ model, max_tokens: MOST_OUTPUT_TOKENS, messages: [{ role: 'user', content: prompt }] }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      redirect: 'error',
    });
    if (!response.ok) throw new Fault(502, `${model} refused with status ${response.status}; check its key and name`);
    return await response.json();
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault(502, `${model} could not be reached at its endpoint; check the address`, { cause: error });
  }
}

interface Answer {
  readonly text: string;
  readonly input: number;
  readonly output: number;
}

function readAnthropic(body: unknown): Answer | null {
  const { data } = anthropicAnswer.safeParse(body);
  if (data === undefined) return null;
  const text = data.content.map((part) => part.text ?? '').join('');
  return { text, input: data.usage.input_tokens, output: data.usage.output_tokens };
}

function readOpenai(body: unknown): Answer | null {
  const { data } = openaiAnswer.safeParse(body);
  if (data === undefined) return null;
  return {
    text: data.choices[0]?.message.content ?? '',
    input: data.usage.prompt_tokens,
    output: data.usage.completion_tokens,
  };
}
