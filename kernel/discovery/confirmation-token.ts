import { z } from 'zod';
import { splitToken, TOKEN_SECONDS, type ConfirmationDemand, type ConfirmationOptions } from '../call/confirmation.ts';
import type { CallContext } from '../call/context.ts';
import { argumentDigest } from '../call/digest.ts';
import { codes, KernelError } from '../tool/errors.ts';
import { readArguments } from '../call/validate.ts';
import { defineTool } from '../call/define.ts';
import type { AnyTool } from '../tool/definition.ts';

/** The answer where no token would be accepted from any caller. */
const REFUSALS: Readonly<Partial<Record<ConfirmationDemand, string>>> = {
  person: "This server's owner accepts only a person's yes, not a token. Use a client that can ask, or the app.",
  app: "This server's owner accepts only a yes given in the app, not a token. Make the call itself: the person is asked.",
  block: "This server's owner has switched off the tools that need confirmation.",
};

/** Step one of the two-step confirmation. Not a person's yes, and where the owner demands one, no way around it. */
export function getConfirmationToken({ tokens, demand = 'auto' }: ConfirmationOptions): AnyTool {
  return defineTool({
    name: 'get_confirmation_token',
    title: 'Get a confirmation token',
    toolsets: [],
    description: {
      minimal: 'Get the 60-second token that a destructive tool asks for, bound to its exact arguments.',
      rich: 'Get a single-use token, valid for 60 seconds, that lets a destructive tool run on clients that do not ask their person. Give the tool as action and as params exactly the arguments of the call to come; then make that call with confirmation_token added. Needed only after an answer with code confirmation_required.',
    },
    synonyms: [
      'confirm',
      'approve',
      'ctk',
      'two-step',
      'safety gate',
      'permission',
      'authorise destructive',
      'confirm it',
      'I confirm',
      'yes do it',
      'approve it',
      'token',
      'confirmation',
      'go ahead',
      'do it',
      'permission to',
      'are you sure',
    ],
    input: () =>
      z.object({
        action: z.string().describe('The tool to confirm.'),
        params: z
          .record(z.string(), z.unknown())
          .optional()
          .describe('Its exact arguments.')
          .meta({ detail: 'The order of keys does not matter; without confirmation_token.' }),
        params_summary: z.string().max(1000).optional().describe('The same in words.'),
      }),
    output: () =>
      z.object({
        token: z.string(),
        action: z.string(),
        params_summary: z.string().optional(),
        expires_in_seconds: z.number(),
        instruction: z.string(),
        recommendation: z.string().optional(),
      }),
    // It changes nothing a person would miss: a token is worth one minute and one call.
    hints: { readOnly: true, destructive: false, idempotent: false, openWorld: false },
    guard: 'unguarded',
    confirmation: 'none',
    cost: 'local',
    handler: async ({ action, params, params_summary }, context) => {
      const refusal = REFUSALS[demand];
      if (refusal !== undefined) throw new KernelError(codes.confirmationBlocked, refusal);
      const tool = findConfirmable(action, context);
      if (params === undefined && params_summary === undefined) {
        throw new KernelError(
          codes.invalidArguments,
          `Give params: the exact arguments ${action} will be called with.`,
        );
      }
      const sent = splitToken(params).args;
      const { args } = params === undefined ? { args: sent } : readArguments(tool, sent);
      const { token } = await tokens.issue({
        action,
        digest: params === undefined ? null : argumentDigest(args),
        summary: params_summary ?? JSON.stringify(args).slice(0, 500),
        caller: context,
      });
      return {
        token,
        action,
        ...(params_summary === undefined ? {} : { params_summary }),
        expires_in_seconds: TOKEN_SECONDS,
        instruction: `Call ${action} with ${params === undefined ? 'its' : 'exactly these'} arguments and this token as confirmation_token.`,
        ...(params === undefined
          ? {
              recommendation:
                'Give params next time: the token is then good for exactly those arguments and no others.',
            }
          : {}),
      };
    },
  });
}

function findConfirmable(action: string, { catalogue, session }: CallContext): AnyTool {
  const surface = session.surface();
  const entry = catalogue.get(action);
  if (entry?.tool.confirmation === 'required' && surface.allows(entry)) return entry.tool;
  const actions = catalogue.entries
    .filter((one) => one.tool.confirmation === 'required' && surface.allows(one))
    .map(({ tool }) => tool.name);
  throw new KernelError(
    codes.invalidArguments,
    `"${action}" is not a tool that needs confirmation. Those that do: ${actions.join(', ') || 'none'}.`,
    { action, actions },
  );
}
