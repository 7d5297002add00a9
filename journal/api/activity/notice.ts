// What a key sent, as the service saw it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Activity } from './activity.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The contract's name of the endpoint. */
    operation?: string;
    /** A confirmation token was sent along and was good. */
    usedToken?: boolean;
  }
}

/** What serves a call rather than being one: asking the guard, confirming, reporting, keeping a session. */
const SERVING =
  /^(guard\.check|activity\.record|confirmations\.|approvals\.|auth\.renew|auth\.end|system\.(events|log)$)/;

const callerRequestId = /^[\w.:-]{8,100}$/;

function headerText(value: string | string[] | undefined, longest: number): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, longest) : null;
}

export function noticeRequests(activity: Activity): (request: FastifyRequest, answer: FastifyReply) => void {
  return (request, answer) => {
    const actor = request.admission?.actor;
    const { operation } = request;
    if (!actor || actor.keyId === null || operation === undefined) return;
    const { headers } = request;
    // How our own server finds out what a key may do, before any call.
    const asksItself = operation === 'system.status' && headers['x-zorivest-client'] === 'mcp';
    const sentId = headerText(headers['x-request-id'], 100);
    const bytes = Number(answer.getHeader('content-length') ?? 0);
    activity.seen({
      actor,
      callId: headerText(headers['x-zorivest-call'], 100),
      requestId: request.id,
      clientRequestId: sentId !== null && callerRequestId.test(sentId) ? sentId : null,
      operation,
      serves: asksItself || SERVING.test(operation),
      status: answer.statusCode,
      milliseconds: Math.round(answer.elapsedTime * 10) / 10,
      bytes: Number.isFinite(bytes) ? bytes : 0,
      // What was approved is done by the service, which notes it itself.
      approvalId: null,
      usedToken: request.usedToken ?? false,
    });
  };
}
