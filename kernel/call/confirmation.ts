/**
 * Confirmation before harm. The threat: a model that acts on a misread request, a poisoned page or a loop. A token the
 * model fetches itself proves two deliberate steps over the same arguments, not a person; where the client can ask its
 * person, that is used instead. Whatever cannot be asked is refused.
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

/** `auto`: the strongest the client offers. `person`: only a person's yes. `token`: also the token. `block`: never. */
export type ConfirmationDemand = 'auto' | 'person' | 'token' | 'block';

export interface ConfirmationOptions {
  readonly tokens: ConfirmationTokens;
  readonly demand?: ConfirmationDemand;
}

/** Splits the token off the arguments; the rest is what was confirmed and what the tool sees. */
export function splitToken(args: unknown): { readonly token: string | undefined; readonly args: unknown } {
  if (typeof args !== 'object' || args === null || !('confirmation_token' in args)) return { token: undefined, args };
  const { confirmation_token: token, ...rest } = args;
  return { token: typeof token === 'string' && token !== '' ? token : undefined, args: rest };
}

/** Climbs the ladder for one call of a tool that needs confirmation; returns when it may run, throws when not. */
export async function passConfirmation(
  { tokens, demand = 'auto' }: ConfirmationOptions,
  tool: AnyTool,
  args: unknown,
  token: string | undefined,
  effect: string,
  caller: Caller,
): Promise<void> {
  if (tool.confirmation === 'none') return;
  if (demand === 'block') {
    throw new KernelError(codes.confirmationBlocked, `${tool.name} is switched off by this server's owner.`);
  }
  const action = tool.name;
  const digest = argumentDigest(args ?? {});

  if (token !== undefined && demand !== 'person') {
    if (await tokens.consume({ action, digest, token, caller })) return;
    throw new KernelError(
      codes.confirmationInvalid,
      `This confirmation token is not valid for ${action} with these arguments: it was used, is older than ${TOKEN_SECONDS} s, or belongs to another action, other arguments or another session. Nothing was done. Get a new one with get_confirmation_token.`,
      { action },
    );
  }
  if (demand !== 'token' && caller.person.canAsk) {
    const reply = await caller.person.ask({
      id: `confirm_${action}_${digest.slice(0, 16)}`,
      sealed: true,
      message: `${effect}\n\n${describe(args)}`,
      schema: {
        type: 'object',
        properties: { confirm: { type: 'boolean', title: 'Yes, do it', default: false } },
        required: ['confirm'],
      },
    });
    if (reply.action === 'accept' && reply.content.confirm === true) return;
    throw new KernelError(
      codes.confirmationDeclined,
      `The person did not agree to ${action}. Nothing was done; do not try again unless they ask for it.`,
    );
  }
  if (demand === 'auto' && caller.session.surface().profile.asksBeforeDestructive) return;
  if (demand === 'person') {
    throw new KernelError(
      codes.confirmationBlocked,
      `${action} needs a person's yes, and this client cannot ask for it. Do it from a client that can, or in the app.`,
    );
  }
  throw new KernelError(
    codes.confirmationRequired,
    `${action} needs confirmation. Call get_confirmation_token with action "${action}" and params set to exactly these arguments, then call ${action} again with the same arguments and confirmation_token.`,
    { action, params: args, expires_in_seconds: TOKEN_SECONDS },
  );
}

/** The arguments as a person reads them: one per line, nothing hidden by length. */
function describe(args: unknown): string {
  if (typeof args !== 'object' || args === null) return '';
  return Object.entries(args)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}

interface Issued {
  readonly action: string;
  readonly digest: string | null;
  readonly session: string;
  readonly expires: number;
}

/** Tokens of this process. */
export function localTokens({ now = Date.now }: { readonly now?: () => number } = {}): ConfirmationTokens {
  const issued = new Map<string, Issued>();
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
      // A token shown for the wrong call is spent too: guessing must cost.
      issued.delete(token);
      return Promise.resolve(matches);
    },
  };
}
