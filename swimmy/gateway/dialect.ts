// How the gateway speaks direct JSON-RPC: the key in every request, integer codes, one log line for each exchange.
import { withoutNulls } from '@zorivest/engine';
import { createHash, timingSafeEqual } from 'node:crypto';
import {
  codes,
  KernelError,
  standardError,
  type DirectDialect,
  type DirectExchange,
  type DirectFault,
} from '@zorivest/kernel';
import { swimmyCodes } from './requests.ts';
import { tradeRefusal } from './tools/trade-submit.ts';
import { DIRECT } from './tools/define.ts';

export const NUMBERS: Readonly<Record<string, number>> = {
  [codes.invalidArguments]: -32602,
  [codes.unknownTool]: -32601,
  [codes.internal]: -32603,
  [codes.unauthorized]: -32001,
  [swimmyCodes.tradeDisabled]: -32003,
  [swimmyCodes.noSubscriber]: -32010,
  [swimmyCodes.refused]: -32011,
  [swimmyCodes.unknownSchema]: -32012,
};
const OTHER = -32000;

/** Equal digests of equal length: the comparison takes as long for a wrong key as for a right one. */
function keyCheck(key: string): (sent: unknown) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const wanted = digest(key);
  return (sent) => typeof sent === 'string' && timingSafeEqual(digest(sent), wanted);
}

export function swimmyDialect(key: string, observe: (exchange: DirectExchange) => void): DirectDialect {
  const isKey = keyCheck(key);
  return {
    admit: ({ method, params }) => {
      const { api_key, ...rest } = params;
      if (!isKey(api_key))
        throw new KernelError(codes.unauthorized, 'Unauthorized: params.api_key is missing or wrong.');
      // Whatever it carries: the answer does not depend on it.
      if (method === 'trade.submit' || method === 'trade_submit') throw tradeRefusal();
      return { params: withoutNulls(rest), principal: { id: DIRECT, role: null } };
    },
    error: errorOf,
    observe,
  };
}

function errorOf(fault: DirectFault): Readonly<Record<string, unknown>> {
  if (fault.kind !== 'refused') return standardError(fault);
  const { code, message, details } = fault.error;
  return { code: NUMBERS[code] ?? OTHER, message, ...(details ? { data: details } : {}) };
}
