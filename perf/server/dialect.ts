// The direct JSON-RPC of this server: string codes, a correlation id in every error, one log line for each request.
import {
  canonicalJson,
  codes,
  type DirectDialect,
  type DirectExchange,
  type DirectFault,
  type DirectRequest,
} from '@zorivest/kernel';
import type { Logger } from '@zorivest/kernel/log';
import { sha256 } from '../model/sha256.ts';

export function perfDialect(log: Logger): DirectDialect {
  return {
    lenient: true,
    inOrder: true,
    admit: (request) => {
      const { correlation_id: sent, ...rest } = request.params;
      // One that is not a text is dropped, as an absent one is: the answer then carries ours.
      const params = typeof sent === 'string' ? request.params : rest;
      return { params: { ...whole[request.method], ...params }, correlationId: correlationOf(request, request.raw) };
    },
    error: (fault, raw, request) => ({
      ...errorOf(fault),
      correlation_id: correlationOf(request, raw),
      details: detailsOf(fault),
    }),
    observe: (exchange) => observe(log, exchange),
  };
}

/** A program that calls a method gets all details; only an assistant gets a summary. */
const whole: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'analysis.run': { details: true },
  analysis_run: { details: true },
  'analysis.compare': { details: true },
  analysis_compare: { details: true },
  'report.export': { details: true },
  report_export: { details: true },
};

/** The caller's own id, else one derived from the line. */
function correlationOf(request: DirectRequest | undefined, raw: string): string {
  if (request === undefined) return sha256(raw.trim()).slice(0, 32);
  const { id, method, params } = request;
  const sent = params.correlation_id;
  return typeof sent === 'string' && sent !== ''
    ? sent
    : sha256(canonicalJson({ id, method, params, raw: raw.trim() })).slice(0, 32);
}

const CODES: Readonly<Record<string, string>> = {
  [codes.invalidArguments]: 'VALIDATION_ERROR',
  [codes.unknownTool]: 'METHOD_NOT_FOUND',
  [codes.internal]: 'INTERNAL_ERROR',
};

function codeOf(fault: DirectFault): string {
  if (fault.kind === 'method') return 'METHOD_NOT_FOUND';
  if (fault.kind === 'refused') return CODES[fault.error.code] ?? fault.error.code.toUpperCase();
  return 'INVALID_REQUEST';
}

function errorOf(fault: DirectFault): { readonly code: string; readonly message: string } {
  return { code: codeOf(fault), message: messageOf(fault) };
}

function messageOf(fault: DirectFault): string {
  switch (fault.kind) {
    case 'method':
      return `Tool "${fault.method}" is not registered.`;
    case 'refused':
      return fault.error.message;
    case 'parse':
      return 'Malformed JSON payload.';
    default:
      return `Invalid request: ${fault.reason}`;
  }
}

function detailsOf(fault: DirectFault): Readonly<Record<string, unknown>> {
  if (fault.kind === 'method') return { tool: fault.method };
  if (fault.kind !== 'refused') return { reason: fault.reason };
  const { details, cause, code } = fault.error;
  const exception = code === codes.internal && cause instanceof Error ? { exception: cause.constructor.name } : {};
  return { ...details, ...exception };
}

function observe(log: Logger, { raw, request, fault, outcome, ms }: DirectExchange): void {
  const envelope = fault !== undefined && fault.kind !== 'refused';
  const level = fault === undefined ? 'info' : envelope ? 'warn' : 'error';
  log[level]('mcp_request', {
    timestamp: new Date().toISOString().replace(/\.\d+Z$/, '+00:00'),
    level: { info: 'INFO', warn: 'WARNING', error: 'ERROR' }[level],
    tool_name: request?.method ?? 'n/a',
    correlation_id: correlationOf(request, raw),
    snapshot_id: snapshotOf(request, outcome),
    duration_ms: Math.round(ms * 1000) / 1000,
    error_code: fault === undefined ? null : codeOf(fault),
  });
}

/** From the parameters, or the one that was just made. */
function snapshotOf(request: DirectRequest | undefined, outcome: DirectExchange['outcome']): string | null {
  const found =
    outcome?.ok && typeof outcome.data === 'object' && outcome.data !== null && 'normalized_snapshot_id' in outcome.data
      ? outcome.data.normalized_snapshot_id
      : null;
  const named = request?.params.snapshot_id ?? request?.params.normalized_snapshot_id ?? found;
  return typeof named === 'string' ? named.slice(0, 64) : null;
}
