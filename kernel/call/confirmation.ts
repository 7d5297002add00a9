/**
 * Confirmation before harm. The threat: a model that acts on a misread request, a poisoned page or a loop. A token the
 * model fetches itself proves two deliberate steps over the same arguments, not a person; where the person can be asked,
 * by the client or in the app, that is used instead, whatever token is shown. What a client says of itself (its name, or
 * that it asks before harm) counts as no answer. Where no one can be asked, the call is refused.
 */
import { randomBytes } from 'node:crypto';
import type { AnyTool } from '../tool/definition.ts';
import type { Caller } from './context.ts';
import { argumentDigest } from './digest.ts';
import { codes, KernelError } from '../tool/errors.ts';

export const TOKEN_SECONDS = 60;

export interface TokenRequest {
  readonly action: string;
  /** Digest of the exact arguments; `null` binds to action and session alone. */
  readonly digest: string | null;
  readonly caller: Caller;
}

/** Issues and consumes single-use tokens. May live in another process, so that two servers share one truth. */
export interface ConfirmationTokens {
  issue(request: TokenRequest & { readonly summary: string }): Promise<{ readonly token: string }>;
  /** `true` once for a fresh token of this action, digest and session; `false` ever after and for all else. */
  consume(request: TokenRequest & { readonly digest: string; readonly token: string }): Promise<boolean>;
}

/**
 * `auto`: the strongest there is: the client's own question, the owner's app, a token. `person`: the first two. `app`:
 * the owner's app alone. `token`: the token alone. `block`: never.
 */
export type ConfirmationDemand = 'auto' | 'person' | 'app' | 'token' | 'block';

export interface ApprovalRequest {
  readonly tool: AnyTool;
  /** What it will do, in a sentence. */
  readonly effect: string;
  /** The arguments as they were read. */
  readonly input: unknown;
  readonly args: unknown;
  readonly caller: Caller;
}

/** Asks the person outside the client: in the owner's app. */
export interface Approvals {
  /** `must`: this call may be agreed to there only, confirmed or not; `may`: the person can be asked there; or `no`. */
  reach(tool: AnyTool, input: unknown, caller: Caller): 'must' | 'may' | 'no';
  /**
   * What the handler shows the service that carries the call out: the id of the person's approval, or that they are asked there.
   * Throws what the caller should know when the answer is no, or not decided yet.
   */
  ask(request: ApprovalRequest): Promise<string>;
}

export interface ConfirmationOptions {
  readonly tokens: ConfirmationTokens;
  readonly demand?: ConfirmationDemand;
  readonly approvals?: Approvals;
}

/** How a call was confirmed; `approval` is the id of an approval given in the app. */
export type Confirmation =
  | { readonly by: 'none' | 'client' | 'token' }
  | { readonly by: 'app'; readonly approval: string };

const UNCONFIRMED: Confirmation = { by: 'none' };

/** Splits the token off the arguments; the rest is what was confirmed and what the tool sees. */
export function splitToken(args: unknown): { readonly token: string | undefined; readonly args: unknown } {
  if (typeof args !== 'object' || args === null || !('confirmation_token' in args)) return { token: undefined, args };
  const { confirmation_token: token, ...rest } = args;
  return { token: typeof token === 'string' && token !== '' ? token : undefined, args: rest };
}

export interface UnconfirmedCall {
  readonly tool: AnyTool;
  /** The arguments as they were given and as they were read. */
  readonly args: unknown;
  readonly input: unknown;
  readonly token: string | undefined;
  readonly caller: Caller;
}

/** Tries the ways to confirm one call, the strongest first; returns how it was confirmed, throws when it was not. */
export async function passConfirmation(options: ConfirmationOptions, call: UnconfirmedCall): Promise<Confirmation> {
  const { demand = 'auto', approvals } = options;
  const { tool, args, input, token, caller } = call;
  const reach = approvals?.reach(tool, input, caller) ?? 'no';
  const required = tool.confirmation === 'required';
  if (!required && reach !== 'must') return UNCONFIRMED;
  if (required && demand === 'block') {
    throw new KernelError(codes.confirmationBlocked, `${tool.name} is switched off by this server's owner.`);
  }
  const effect = tool.effect?.(input) ?? `Run ${tool.title}?`;
  if (approvals && (reach === 'must' || demand === 'app')) {
    return { by: 'app', approval: await approvals.ask({ tool, effect, input, args, caller }) };
  }
  const byPerson = demand === 'auto' || demand === 'person';
  if (byPerson && caller.person.canAsk) return askClient(call, effect);
  if (byPerson && approvals && reach === 'may') {
    return { by: 'app', approval: await approvals.ask({ tool, effect, input, args, caller }) };
  }
  if (demand === 'person' || demand === 'app') {
    throw new KernelError(
      codes.confirmationBlocked,
      `${tool.name} needs a person's yes, and this client cannot ask for it. Do it from a client that can, or with the app open.`,
    );
  }
  return useToken(options.tokens, call, token);
}

async function askClient({ tool, args, caller }: UnconfirmedCall, effect: string): Promise<Confirmation> {
  const digest = argumentDigest(args ?? {});
  const reply = await caller.person.ask({
    id: `confirm_${tool.name}_${digest.slice(0, 16)}`,
    sealed: true,
    message: `${effect}\n\n${describe(args)}`,
    schema: {
      type: 'object',
      properties: { confirm: { type: 'boolean', title: 'Yes, do it', default: false } },
      required: ['confirm'],
    },
  });
  if (reply.action === 'accept' && reply.content.confirm === true) return { by: 'client' };
  throw new KernelError(
    codes.confirmationDeclined,
    `The person did not agree to ${tool.name}. Nothing was done; do not try again unless they ask for it.`,
  );
}

/** The last step, for a client that cannot ask its person. */
async function useToken(
  tokens: ConfirmationTokens,
  { tool: { name: action }, args, caller }: UnconfirmedCall,
  token: string | undefined,
): Promise<Confirmation> {
  if (token === undefined) {
    throw new KernelError(
      codes.confirmationRequired,
      `${action} needs confirmation. Call get_confirmation_token with action "${action}" and params set to exactly these arguments, then call ${action} again with the same arguments and confirmation_token.`,
      { action, params: args, expires_in_seconds: TOKEN_SECONDS },
    );
  }
  if (await tokens.consume({ action, digest: argumentDigest(args ?? {}), token, caller })) return { by: 'token' };
  throw new KernelError(
    codes.confirmationInvalid,
    `This confirmation token is not valid for ${action} with these arguments: it was used, is older than ${TOKEN_SECONDS} s, or belongs to another action, other arguments or another session. Nothing was done. Get a new one with get_confirmation_token.`,
    { action },
  );
}

/** The arguments as a person reads them: one per line, nothing hidden by length. */
function describe(args: unknown): string {
  if (typeof args !== 'object' || args === null) return '';
  return Object.entries(args)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}

interface IssuedToken {
  readonly action: string;
  readonly digest: string | null;
  readonly session: string;
  readonly expires: number;
}

/** Tokens of this process. */
export function localTokens({ now = Date.now }: { readonly now?: () => number } = {}): ConfirmationTokens {
  const issued = new Map<string, IssuedToken>();
  const dropExpired = () => {
    for (const [token, { expires }] of issued) if (expires <= now()) issued.delete(token);
  };
  return {
    issue: ({ action, digest, caller }) => {
      dropExpired();
      const token = `ctk_${randomBytes(24).toString('base64url')}`;
      issued.set(token, { action, digest, session: caller.session.id, expires: now() + TOKEN_SECONDS * 1000 });
      return Promise.resolve({ token });
    },
    consume: ({ action, digest, token, caller }) => {
      dropExpired();
      const found = issued.get(token);
      const matches =
        found !== undefined &&
        found.action === action &&
        found.session === caller.session.id &&
        (found.digest === null || found.digest === digest);
      // A token shown for the wrong call is invalidated too: guessing must cost.
      issued.delete(token);
      return Promise.resolve(matches);
    },
  };
}
