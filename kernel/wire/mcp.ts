/** The MCP side of a server: one SDK server object over the shared catalogue, for a connection or for one request. */
import {
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ClientCapabilities,
  type ServerCapabilities,
} from '@modelcontextprotocol/server';
import { InputRequired, type Caller, type Session } from '../call/context.ts';
import { argumentDigest } from '../call/digest.ts';
import { callOutcome } from '../call/recorder.ts';
import { codes, KernelError } from '../tool/errors.ts';
import type { Outcome } from '../tool/outcome.ts';
import type { Logger } from '../log/logger.ts';
import { ownerOf } from '../session/session.ts';
import { shapeResult, type ShapedResult, type ShapeOptions } from '../surface/result.ts';
import { pendingOutcome } from '../tasks/get-task.ts';
import type { TaskRecord } from '../tasks/record.ts';
import { incomingOf, type Incoming } from './incoming.ts';
import { completes, serveContent } from './mcp-content.ts';
import { demandOf, serveTasks, taskCapabilities, tellStatus } from './mcp-tasks.ts';
import type { CacheHints, McpCore, Peer, RunWithInput } from './mcp-core.ts';
import { instructionsOf, McpServer, type CallResult } from './mcp-server.ts';
import { legacyPorts, modernPorts, type Answers } from './ports.ts';
import { wireInputRequest } from './questions.ts';
import { recordCall } from './record.ts';
import { createdTask, modernTask } from './task-forms.ts';
import type { RequestStates, StateBinding } from './request-state.ts';

export function createMcpServer(core: McpCore, peer: Peer): McpServer {
  const server = new McpServer(
    core.info,
    {
      capabilities: capabilitiesOf(core, peer),
      // A client that shakes hands gets them when it has introduced itself.
      ...(peer.era === 'modern' ? instructionsOf(peer.sessionOf({ capabilities: {} })) : {}),
      // Questions to a client of the handshake era are asked while the call waits, not by running it again.
      inputRequired: { legacyShim: false },
    },
    peer.transport,
  );
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's server is no EventTarget
  server.onerror = (error) => core.log.debug('protocol', { error });
  if (peer.era === 'legacy') server.introduceTo(peer.session);

  const sessionOf = ({ capabilities }: Pick<Incoming, 'capabilities'>): Session =>
    peer.era === 'legacy' ? peer.session : peer.sessionOf({ capabilities });

  const callerOf = (incoming: Incoming, answers: Answers): Caller => ({
    session: sessionOf(incoming),
    signal: incoming.signal,
    ...(peer.era === 'legacy'
      ? legacyPorts(server, incoming, peer.session.capabilities)
      : modernPorts(answers, incoming.capabilities)),
    progress: progressOf(incoming, core.log),
    tell: (level, data) => {
      incoming.log(level, data, core.info.name).catch(quietly(core.log));
    },
  });

  const runWithInput: RunWithInput = async (incoming, target, args, run) => {
    if (peer.era === 'legacy') return run(callerOf(incoming, NO_ANSWERS));
    // Most calls take one round: what the rounds are bound to is computed when there is a second.
    const binding = (): StateBinding => ({
      principal: sessionOf(incoming).id,
      method: incoming.method,
      target,
      digest: argumentDigest(args),
    });
    const answers = openRounds(core.states, binding, incoming);
    try {
      return await run(callerOf(incoming, answers));
    } catch (error) {
      if (!(error instanceof InputRequired)) throw error;
      const requests = Object.entries(error.requests).map(([id, request]) => [id, wireInputRequest(request)] as const);
      return inputRequired({
        inputRequests: Object.fromEntries(requests),
        requestState: core.states.seal(binding(), { asked: Object.keys(error.requests), answers: answers.sealed }),
      });
    }
  };
  const cache: CacheHints = peer.era === 'modern' ? { ttlMs: core.listTtlMs, cacheScope: 'private' } : {};

  server.setRequestHandler('tools/list', (_request, context) => {
    if (peer.era === 'legacy') peer.session.noteListing();
    // The surface's own type is the narrower one: its schemas are plain JSON, computed once.
    return { tools: sessionOf(incomingOf(context)).surface().tools, ...cache } as never;
  });

  server.answerCalls((params, incoming) =>
    runWithInput(incoming, params.name, params.arguments, async (caller) => {
      const surface = caller.session.surface();
      const shape = { surface, store: core.results, owner: caller.session.id };
      const resolution = surface.resolve(params.name, params.arguments ?? {});
      const name = resolution.found ? resolution.entry.tool.name : params.name;
      const call = { kind: 'tool', name, args: resolution.found ? resolution.args : params.arguments } as const;
      return recordCall<CallResult>(core.recorder, call, caller, async (recordedCaller) => {
        if (!resolution.found) {
          const { reason, message } = resolution;
          if (reason === 'unknown') throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
          const code = reason === 'not_loaded' ? codes.toolNotLoaded : codes.invalidArguments;
          const refused = shapeResult({ ok: false, error: new KernelError(code, message) }, shape);
          return [refused, 'invalid', () => sizeOf(refused.content)] as const;
        }
        const { entry, args, via } = resolution;
        incoming.span?.aim({ tool: entry.tool.name });
        const demand = core.tasks && demandOf(server, peer, entry.tool, params, incoming);
        let outcome: Outcome;
        if (core.tasks && demand) {
          const owner = ownerOf(caller.session.principal);
          const ran = await core.tasks.run({ entry, args, via, owner, demand }, recordedCaller);
          if (ran.kind === 'task' && demand.as === 'task') {
            if (peer.era === 'legacy') tellStatus(server, core.tasks, ran.task).catch(quietly(core.log));
            return [startedTask(peer, ran.task), 'pending', () => 0] as const;
          }
          outcome = ran.kind === 'task' ? pendingOutcome(ran.task) : ran.outcome;
        } else outcome = await core.pipeline.call(entry, args, recordedCaller);
        if (peer.era === 'modern') refuseUndeclared(outcome);
        const result = shapeResult(outcome, { ...shape, ...answering(core, outcome, { entry, via }) });
        const size = sizeOf(result.content);
        core.metrics.recordPayload(entry.tool.name, size);
        return [result, callOutcome(outcome), () => size] as const;
      });
    }),
  );

  if (core.tasks) serveTasks(server, core, core.tasks, peer, sessionOf);
  serveContent(server, core, peer, runWithInput, cache);
  return server;
}

function capabilitiesOf({ announces, content, growable, tasks }: McpCore, peer: Peer): ServerCapabilities {
  const { era } = peer;
  const changes = (can: boolean | undefined) => (can ? { listChanged: true } : {});
  const updates = announces.resourceUpdates ? { subscribe: true } : {};
  return {
    tools: changes(announces.tools || (growable && era === 'legacy')),
    logging: {},
    resources: { ...changes(announces.resources), ...updates },
    ...(content.prompts.length > 0 ? { prompts: changes(announces.prompts) } : {}),
    ...(completes(content) ? { completions: {} } : {}),
    ...(tasks ? taskCapabilities(peer) : {}),
  };
}

/** What a result is shaped as: the answer of the tool that was called, or of the one whose answer it passes on. */
function answering({ catalogue }: McpCore, outcome: Outcome, called: Answering): Answering {
  const entry = outcome.ok && outcome.of !== undefined ? catalogue.get(outcome.of) : undefined;
  return entry ? { entry, via: 'indirect' } : called;
}

/** The answer to a call that has become a task. */
function startedTask({ era }: Peer, task: TaskRecord): Readonly<Record<string, unknown>> {
  return era === 'modern' ? { resultType: 'task', ...modernTask(task) } : createdTask(task);
}

type Answering = Required<Pick<ShapeOptions, 'entry' | 'via'>>;

const NO_ANSWERS: Answers = { sealed: {}, loose: {} };

/** The answers this round may use: those the sealed state carries, and those given to what it says was asked. */
function openRounds(states: RequestStates, binding: () => StateBinding, incoming: Incoming): Answers {
  const { inputResponses: responses, requestState: sealed } = incoming;
  if (sealed === undefined) return { sealed: {}, loose: responses };
  const state = typeof sealed === 'string' ? states.open(binding(), sealed) : null;
  if (!state) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState', {
      reason: 'invalid_request_state',
    });
  }
  const answered = state.asked.filter((id) => Object.hasOwn(responses, id)).map((id) => [id, responses[id]] as const);
  return { sealed: { ...state.answers, ...Object.fromEntries(answered) }, loose: {} };
}

/** In the stateless era a call that needs what the client did not declare is refused by the protocol itself. */
function refuseUndeclared(outcome: Outcome): void {
  if (outcome.ok || outcome.error.code !== codes.capabilityMissing) return;
  const { message, details } = outcome.error;
  // Set where the code is: an object of capability objects.
  const requiredCapabilities = details?.required as ClientCapabilities;
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities }, message);
}

/** Progress goes only to clients that asked for it, and only ever forward, as the protocol demands. */
function progressOf(incoming: Incoming, log: Logger): Caller['progress'] {
  const token = incoming.progressToken;
  if (token === undefined) return () => {};
  let last = Number.NEGATIVE_INFINITY;
  return ({ done, total, message }) => {
    if (done <= last || incoming.signal.aborted) return;
    last = done;
    const params = {
      progressToken: token,
      progress: done,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message }),
    };
    incoming.notify('notifications/progress', params).catch(quietly(log));
  };
}

/** A client that has gone cannot be notified of anything: worth a line for debugging, no more. */
function quietly(log: Logger): (error: unknown) => void {
  return (error) => log.debug('a notification could not be sent', { error });
}

function sizeOf(content: ShapedResult['content']): number {
  let size = 0;
  for (const block of content) if (block.type === 'text') size += block.text.length;
  return size;
}
