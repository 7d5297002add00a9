// logs/mcp_gateway.jsonl: one line for each call, with no parameters, and the key in none of them.
import { KernelError, type DirectExchange } from '@zorivest/kernel';
import { rotatingFile } from '@zorivest/kernel/log';
import { NUMBERS } from './dialect.ts';

export interface CallLog {
  direct(exchange: DirectExchange): void;
  tool(call: { readonly name: string; readonly id: string; readonly ms: number; readonly error: unknown }): void;
  close(): void;
}

export function openCallLog(file: string, key: string): CallLog {
  const sink = rotatingFile(file);
  const write = (request_id: unknown, method: string, ms: number, error: string | undefined): void => {
    const line = JSON.stringify({
      timestamp: new Date().toISOString(),
      request_id: request_id ?? null,
      method: method.slice(0, 100),
      duration_ms: Math.round(ms),
      status: error === undefined ? 'ok' : 'error',
      ...(error === undefined ? {} : { error }),
    });
    // A client that puts its key where a method or an id belongs must not find it here.
    sink(key === '' ? line : line.replaceAll(JSON.stringify(key).slice(1, -1), '[key]'));
  };
  return {
    direct: ({ request, fault, ms }) => write(request?.id, request?.method ?? '', ms, fault && faultText(fault)),
    tool: ({ name, id, ms, error }) => write(id, name, ms, error === undefined ? undefined : errorText(error)),
    close: () => sink.close(),
  };
}

function faultText(fault: NonNullable<DirectExchange['fault']>): string {
  if (fault.kind === 'refused') return errorText(fault.error);
  return fault.kind === 'method' ? 'method not found' : `${fault.kind}: ${fault.reason}`;
}

function errorText(error: unknown): string {
  if (!(error instanceof KernelError)) return error instanceof Error ? error.message : String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${NUMBERS[error.code] ?? error.code}: ${error.message}${cause}`;
}
