// What a key sent, as the service saw it: for the record of what belongs to no call that was reported.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Activity } from './activity.ts';

/** What serves a call rather than being one: asking the guard, confirming, reporting, keeping a session. */
const SERVING =
  /^\/api\/v1\/(mcp-guard\/check|activity|confirmation-tokens|approvals|auth\/renew|auth\/end|events|logs)/;

export function noticeRequests(activity: Activity): (request: FastifyRequest, answer: FastifyReply) => void {
  return (request, answer) => {
    const actor = request.admission?.actor;
    const path = request.url.split('?')[0] ?? '';
    if (!actor || actor.keyId === null || SERVING.test(path)) return;
    // How our own server finds out what a key may do, before any call.
    if (path === '/api/v1/service/status' && request.headers['x-zorivest-client'] === 'mcp') return;
    const call = request.headers['x-zorivest-call'];
    const bytes = Number(answer.getHeader('content-length') ?? 0);
    activity.seen({
      actor,
      callId: typeof call === 'string' && call !== '' ? call.slice(0, 100) : null,
      requestId: request.id,
      tool: `${request.method} ${path.replace(/^\/api\/v1/, '')}`,
      status: answer.statusCode,
      milliseconds: Math.round(answer.elapsedTime * 10) / 10,
      bytes: Number.isFinite(bytes) ? bytes : 0,
    });
  };
}
