// The service itself: is it there, which version, what is it doing, please stop.
import { z } from 'zod';
import { empty, events, resource } from '../core/endpoint.ts';
import { text, timestamp, nonBlankText } from '../core/fields.ts';
import { once } from '../core/once.ts';
import { sessionGrant } from './auth.ts';

const logLevels = ['debug', 'info', 'warning', 'error', 'critical'] as const;

const liveEvent = once(() =>
  z.object({
    id: z.int(),
    type: z.enum([
      'hello',
      'vault',
      'call_started',
      'call_ended',
      'approval',
      'pairing',
      'guard',
      'write',
      'import',
      'run',
      'risk',
      'backup',
    ]),
    at: timestamp,
    data: z.record(z.string(), z.unknown()),
  }),
);
export type LiveEvent = z.output<ReturnType<typeof liveEvent>>;

export const system = resource('leaves-trades', {
  health: () => ({
    method: 'GET',
    path: '/health',
    summary: 'Is the service alive',
    response: z.object({
      status: z.literal('ok'),
      version: z.string(),
      uptime_seconds: z.number(),
      state: z
        .enum(['no-book', 'locked', 'unlocked', 'failed'])
        .describe('Of the vault; no-book: the page /setup makes one'),
      database: z.object({ unlocked: z.boolean() }),
      database_unlocked: z.boolean(),
      scheduler: z.object({ active_policies: z.int(), next_run: timestamp.nullable() }).nullable(),
    }),
    role: 'public',
    whileLocked: true,
  }),
  version: () => ({
    method: 'GET',
    path: '/version',
    summary: 'Which version is running',
    response: z.object({ version: z.string(), context: z.enum(['frozen', 'installed', 'dev']) }),
    role: 'public',
    whileLocked: true,
  }),
  log: () => ({
    method: 'POST',
    path: '/logs',
    summary: "Write a line of a user interface into the service's log",
    body: z.strictObject({
      level: z.enum(logLevels).default('info'),
      component: nonBlankText(100),
      message: nonBlankText(4000),
      data: z.record(z.string(), z.unknown()).optional(),
    }),
    response: empty,
    errors: [429],
    role: 'public',
    whileLocked: true,
  }),
  status: () => ({
    method: 'GET',
    path: '/service/status',
    summary: 'The process: its id, age, memory and load',
    response: z.object({
      pid: z.int(),
      uptime_seconds: z.number(),
      memory_mb: z.number(),
      cpu_percent: z.number(),
      node_version: z.string(),
      version: z.string(),
      home: z.string(),
      log_directory: z.string(),
      demo: z.boolean().describe('What is in the book is made up, and so are its prices'),
      mcp_url: z.string().nullable().describe('Where the MCP server of this book listens; null where none was started'),
    }),
    role: 'read-only',
  }),
  unlock: () => ({
    method: 'POST',
    path: '/service/unlock',
    summary: "Open a person's session with the passphrase, unlocking the vault when it is locked",
    body: z.strictObject({ passphrase: z.string().min(1).max(1024) }),
    response: sessionGrant(),
    errors: [401, 429],
    role: 'public',
    whileLocked: true,
  }),
  shutdown: () => ({
    method: 'POST',
    path: '/service/graceful-shutdown',
    summary: 'Finish what is running, close the database, exit; the supervisor starts the service again',
    response: z.object({ status: z.literal('shutting_down'), message: z.string() }),
    status: 202,
    role: 'admin',
    audit: 'service.shutdown',
    write: 'service',
  }),
  events: () => ({
    method: 'GET',
    path: '/events',
    summary: 'A live feed of calls, approvals, writes and the state of the guard and the vault',
    query: z.object({
      for: z.enum(['app']).optional().describe("`app`: the person's session looks at it and can be asked"),
    }),
    response: events(liveEvent()),
    role: 'read-only',
  }),
});

export const audit = resource('leaves-trades', {
  list: () => ({
    method: 'GET',
    path: '/audit',
    summary: 'Who changed what, newest first',
    query: z.object({
      limit: z.coerce.number<number>().int().min(1).max(1000).default(50),
      offset: z.coerce.number<number>().int().min(0).default(0),
      actor: text(200).optional(),
      action: text(100).optional(),
      resource_type: text(100).optional(),
      resource_id: text(200).optional(),
      resource_ids: text(4000).optional().describe('Any of these, by comma'),
      tool: text(100).optional(),
      key_id: text(100).optional(),
      request_id: text(100).optional(),
      approval_id: text(100).optional(),
      from: z.iso.datetime({ offset: true }).optional().describe('The first moment that counts'),
      to: z.iso.datetime({ offset: true }).optional().describe('The first moment that does not'),
    }),
    response: z.object({
      items: z.array(
        z.object({
          id: z.int(),
          at: timestamp,
          actor: z.string().describe('key:<key_id>, person or service'),
          key_id: z.string().nullable(),
          tool: z.string().nullable().describe('The MCP tool, when one was named'),
          action: z.string(),
          resource_type: z.string(),
          resource_id: z.string(),
          before: z.unknown(),
          after: z.unknown(),
          request_id: z.string().nullable(),
          undo: z
            .object({ bin_id: z.int().nullable(), why_not: z.string().nullable() })
            .describe('The entry of the bin that undoes it, or why it cannot be undone'),
          approval_id: z
            .string()
            .nullable()
            .describe('The approval by which it was done; the first row of a write has it'),
        }),
      ),
      total: z.int(),
      limit: z.int(),
      offset: z.int(),
    }),
    role: 'admin',
  }),
  revert: () => ({
    method: 'POST',
    path: '/audit/{id}:revert',
    summary: 'Take back the request that one row of the audit tells of',
    description:
      'As POST /bin/{id}:restore does: what it made goes, what it changed returns, what it removed is put back with all that ' +
      'hung on it. 409 says why it cannot: `changed_since`, `already_reverted`, `not_revertible`.',
    params: z.object({ id: z.coerce.number<number>().int().min(1) }),
    response: z.object({
      id: z.int().describe('The change that was undone'),
      resource_type: z.string(),
      resource_id: z.string(),
      item: z.unknown().describe('As it is again, in the form of the audit; null when it is gone'),
      not_restored: z.array(z.string()).describe('Nothing: all that went with it comes back'),
    }),
    errors: [404, 409],
    // An assistant must not be able to undo what the person corrected.
    role: 'person',
    audit: 'audit.revert',
    write: 'book',
    touchesTrades: true,
  }),
});
