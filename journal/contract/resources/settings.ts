// Settings, and the configuration file they travel in.
import { z } from 'zod';
import { empty, resource } from '../core/endpoint.ts';
import { queryFlag, timestamp } from '../core/fields.ts';
import { once } from '../core/once.ts';

/** The parts of the journal that log on their own level, each in a file of its own. */
export const logFeatures = [
  'trades',
  'accounts',
  'marketdata',
  'tax',
  'scheduler',
  'db',
  'calculator',
  'images',
  'api',
  'frontend',
  'app',
  'uvicorn',
] as const;

const valueType = z.enum(['str', 'int', 'float', 'bool', 'json']);
const setting = once(() => z.object({ key: z.string(), value: z.string(), value_type: valueType }));
const settingValue = z.union([z.string().max(65_536), z.number(), z.boolean()]);

const configDocument = once(() =>
  z.strictObject({
    config_version: z.literal(1),
    app_version: z.string().optional(),
    created_at: timestamp.optional(),
    settings: z.record(z.string(), settingValue),
  }),
);

export const settings = resource('leaves-trades', {
  list: () => ({
    method: 'GET',
    path: '/settings',
    summary: 'Every known setting as text',
    response: z.record(z.string(), z.string()),
    role: 'read-only',
  }),
  update: () => ({
    method: 'PUT',
    path: '/settings',
    summary: 'Change settings: all of them or, when one is wrong, none',
    body: z.record(z.string(), settingValue).refine((map) => {
      const count = Object.keys(map).length;
      return count >= 1 && count <= 200;
    }, 'needs between 1 and 200 settings'),
    response: z.object({ status: z.literal('updated'), count: z.int() }),
    role: 'read-write',
    audit: 'setting.update',
    write: 'book',
  }),
  resolved: () => ({
    method: 'GET',
    path: '/settings/resolved',
    summary: 'Every setting with its typed value and where it comes from',
    response: z.record(
      z.string(),
      z.object({
        key: z.string(),
        value: z.unknown(),
        value_type: valueType,
        source: z.enum(['user', 'default', 'hardcoded']),
        default: z.unknown().describe('What it is without a value of your own'),
      }),
    ),
    role: 'read-only',
  }),
  reset: () => ({
    method: 'POST',
    path: '/settings/reset',
    summary: 'Back to the defaults: the given keys, or all of them',
    body: z.strictObject({ keys: z.array(z.string()).min(1).max(200).optional() }),
    bodyOptional: true,
    response: z.object({ status: z.literal('reset'), count: z.int() }),
    role: 'read-write',
    audit: 'setting.reset',
    write: 'book',
  }),
  get: () => ({
    method: 'GET',
    path: '/settings/{key}',
    summary: 'One setting as text',
    response: setting(),
    errors: [404],
    role: 'read-only',
  }),
  set: () => ({
    method: 'PUT',
    path: '/settings/{key}',
    summary: 'Change one setting',
    body: z.strictObject({ value: settingValue }),
    response: setting(),
    role: 'read-write',
    audit: 'setting.update',
    write: 'book',
  }),
  remove: () => ({
    method: 'DELETE',
    path: '/settings/{key}',
    summary: 'Drop your own value, so that the default holds again',
    response: empty,
    errors: [404],
    role: 'read-write',
    audit: 'setting.reset',
    write: 'book',
  }),
});

export const config = resource('leaves-trades', {
  export: () => ({
    method: 'GET',
    path: '/config/export',
    summary: 'The settings that may leave this machine',
    response: configDocument().required(),
    role: 'read-only',
  }),
  import: () => ({
    method: 'POST',
    path: '/config/import',
    summary: 'Take over the settings of an exported document',
    query: z.object({ dry_run: queryFlag(false) }),
    body: configDocument(),
    response: z.object({
      accepted: z.array(z.string()),
      rejected: z.array(z.string()),
      unknown: z.array(z.string()),
      changes: z
        .array(z.object({ key: z.string(), before: settingValue, after: settingValue }))
        .describe('Of those accepted, what is other than it was; the others are left as they are'),
      reasons: z.record(z.string(), z.string()).describe('Why each rejected one is not taken over'),
      applied: z.boolean(),
    }),
    role: 'read-write',
    audit: 'config.import',
    write: 'book',
  }),
});
