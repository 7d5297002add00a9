import type { CallOptions, JournalClient } from '@zorivest/contract';
import { ApiError, contract } from '@zorivest/contract';
import { markAnswer, type Caller, type Resource, type ResourceContents, type ResourceTemplate } from '@zorivest/kernel';
import type { z } from 'zod';
import { translateErrors } from '../session/errors.ts';

type ClientOf = (caller: Caller) => JournalClient;

const JSON_TYPE = 'application/json';

/** What an assistant can read without a tool call: how policies are written. Readable whatever toolsets are loaded. */
export function resources(clientOf: ClientOf): readonly Resource[] {
  const document = (uri: string, name: string, title: string, description: string, read: Read): Resource => ({
    uri,
    name,
    title,
    description,
    mimeType: JSON_TYPE,
    read: async (caller) => json(uri, await translateErrors(uri, () => read(clientOf(caller), caller))),
  });
  return [
    document(
      'pipeline://policies/schema',
      'policy-schema',
      'Schema of a pipeline policy',
      'JSON Schema of the document that create_policy takes.',
      (api, caller) => api.scheduling.policySchema({}, optionsOf(caller)),
    ),
    document(
      'pipeline://step-types',
      'step-types',
      'Step types of a pipeline',
      'The kinds of steps a policy may have, with the parameters of each.',
      (api, caller) => api.scheduling.stepTypes({}, optionsOf(caller)),
    ),
    document(
      'pipeline://emulator/mock-data',
      'mock-data',
      'Samples of market data',
      'One invented record of each kind of data a fetch step can get, and the rows it becomes in the book.',
      (api, caller) => api.scheduling.mockData({}, optionsOf(caller)),
    ),
  ];
}

/** Cancellation, and the call a request belongs to. */
function optionsOf({ signal, recording }: Caller): CallOptions {
  return { signal, ...(recording && { call: recording }) };
}

type Read = (api: JournalClient, caller: Caller) => Promise<unknown>;

/** One thing of the journal by its id, for a person who attaches it to a conversation. */
export function resourceTemplates(clientOf: ClientOf): readonly ResourceTemplate[] {
  const exec_id = (typed: string, _others: unknown, caller: Caller) => execIds(clientOf(caller), typed, caller.signal);
  return [
    {
      uriTemplate: 'trade://{exec_id}',
      name: 'trade',
      title: 'A trade',
      description: 'One recorded execution.',
      mimeType: JSON_TYPE,
      guard: 'guarded',
      complete: { exec_id },
      read: (uri, { exec_id: id = '' }, caller) =>
        readOrMissing(uri, contract.trades.get.response, () =>
          clientOf(caller).trades.get({ params: { exec_id: id } }, optionsOf(caller)),
        ),
    },
    {
      uriTemplate: 'report://{exec_id}',
      name: 'report',
      title: 'The review of a trade',
      description: 'What the person noted about one trade afterwards.',
      mimeType: JSON_TYPE,
      guard: 'guarded',
      complete: { exec_id },
      read: (uri, { exec_id: id = '' }, caller) =>
        readOrMissing(uri, contract.reports.get.response, () =>
          clientOf(caller).reports.get({ params: { exec_id: id } }, optionsOf(caller)),
        ),
    },
    {
      uriTemplate: 'round-trip://{exec_id}',
      name: 'round-trip',
      title: 'A round trip',
      description: 'The round trip of this id, or the one an execution belongs to: its entries, exits and result.',
      mimeType: JSON_TYPE,
      guard: 'guarded',
      complete: { exec_id },
      read: (uri, { exec_id: id = '' }, caller) => roundTripOf(uri, id, clientOf(caller), optionsOf(caller)),
    },
    {
      uriTemplate: 'lots://{account_id}',
      name: 'lots',
      title: 'The open tax lots of an account',
      description: 'What is held in an account, lot by lot, with cost basis and age.',
      mimeType: JSON_TYPE,
      guard: 'guarded',
      complete: {
        account_id: (typed, _others, caller) => accountIds(clientOf(caller), typed, caller.signal),
      },
      read: (uri, { account_id = '' }, caller) =>
        readOrMissing(uri, contract.tax.lots.response, () =>
          clientOf(caller).tax.lots({ query: { account_id, status: 'open', limit: 500 } }, optionsOf(caller)),
        ),
    },
  ];
}

const PAGE = 1000;

/** Round trips are computed from the executions, so the one wanted is found among them, page by page. */
async function roundTripOf(uri: string, wanted: string, api: JournalClient, options: CallOptions) {
  return translateErrors(uri, async () => {
    for (let offset = 0; ; offset += PAGE) {
      const { items, total } = await api.roundTrips.list({ query: { limit: PAGE, offset } }, options);
      const trip = items.find(
        ({ id, entry_exec_ids, exit_exec_ids }) =>
          id === wanted || [...entry_exec_ids, ...exit_exec_ids].includes(wanted),
      );
      // As one row of the list, so that what others wrote is marked as it is there.
      if (trip) return json(uri, markAnswer(contract.roundTrips.get.response, trip));
      if (offset + PAGE >= total) return undefined;
    }
  });
}

async function accountIds(api: JournalClient, typed: string, signal: AbortSignal): Promise<string[]> {
  const accounts = await api.accounts.list({}, { signal });
  return accounts.map((account) => account.account_id).filter((id) => id.toLowerCase().startsWith(typed.toLowerCase()));
}

const COMPLETIONS = 20;

async function execIds(api: JournalClient, typed: string, signal: AbortSignal): Promise<string[]> {
  const { items } = await api.trades.list({ query: { limit: 100, ...(typed ? { search: typed } : {}) } }, { signal });
  const start = typed.toLowerCase();
  return items
    .map((trade) => trade.exec_id)
    .filter((id) => id.toLowerCase().startsWith(start))
    .slice(0, COMPLETIONS);
}

/** The thing as JSON, with what others wrote marked; `undefined` when the service has no such thing. */
async function readOrMissing(
  uri: string,
  schema: z.ZodType,
  read: () => Promise<unknown>,
): Promise<ResourceContents | undefined> {
  return translateErrors(uri, async () => {
    try {
      return json(uri, markAnswer(schema, await read()));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  });
}

function json(uri: string, data: unknown): ResourceContents {
  return { uri, mimeType: JSON_TYPE, text: JSON.stringify(data) };
}
