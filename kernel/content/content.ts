/** What a server offers besides tools: resources to read and prompts to start from. Each is defined once, like a tool. */
import type { Caller } from '../call/context.ts';

export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  /** Base64. */
  readonly blob?: string;
}

export interface Content {
  readonly resources: readonly Resource[];
  readonly resourceTemplates: readonly ResourceTemplate[];
  readonly prompts: readonly Prompt[];
}

/** Whether the guard stands before it, as before a tool: what shows nothing of anyone's stays readable while it is locked. */
type ContentGuard = 'guarded' | 'unguarded';

interface ContentInfo {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
}

export interface Resource extends ContentInfo {
  readonly uri: string;
  readonly mimeType?: string;
  /** By default `unguarded`. */
  readonly guard?: ContentGuard;
  readonly read: (caller: Caller) => ResourceContents | Promise<ResourceContents>;
}

/** Suggests values for what the person has typed so far. */
export type Complete = (
  typed: string,
  others: Readonly<Record<string, string>>,
  caller: Caller,
) => readonly string[] | Promise<readonly string[]>;

export interface ResourceTemplate extends ContentInfo {
  /** RFC 6570, e.g. `trade://{exec_id}`. */
  readonly uriTemplate: string;
  readonly mimeType?: string;
  /** By default `unguarded`; completing is reading. */
  readonly guard?: ContentGuard;
  readonly complete?: Readonly<Record<string, Complete>>;
  /** `undefined`: there is no such resource. */
  readonly read: (
    uri: string,
    variables: Readonly<Record<string, string>>,
    caller: Caller,
  ) => ResourceContents | undefined | Promise<ResourceContents | undefined>;
}

export interface PromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly complete?: Complete;
}

export type PromptContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | { readonly type: 'resource'; readonly resource: ResourceContents };

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: PromptContent;
}

export interface Prompt extends ContentInfo {
  readonly arguments?: readonly PromptArgument[];
  readonly render: (
    args: Readonly<Record<string, string>>,
    caller: Caller,
  ) => readonly PromptMessage[] | Promise<readonly PromptMessage[]>;
}

/** A prompt that is one text of the person, made of what they fill in. */
export function textPrompt(
  described: Omit<Prompt, 'render'>,
  text: (args: Readonly<Record<string, string>>) => string,
): Prompt {
  return { ...described, render: (args) => [{ role: 'user', content: { type: 'text', text: text(args) } }] };
}
