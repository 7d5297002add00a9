import type { Role } from '@zorivest/contract';
import { adminAuth } from '../credentials.ts';
import { say, sayJson, style, table, UserError } from '../output.ts';
import { connect } from '../service.ts';

const units: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400, w: 604_800, y: 31_536_000 };

/** `90d` in seconds. */
function readDuration(text: string): number {
  const match = /^(\d+)([mhdwy])$/.exec(text);
  if (!match) throw new UserError(`${text} is not a duration; write 12h, 90d or 1y`);
  return Number(match[1]) * (units[match[2] ?? 'd'] ?? 0);
}

export async function listKeys(home: string, options: { json: boolean }): Promise<void> {
  const service = await connect(home);
  try {
    const keys = await service.client(await adminAuth(home)).auth.listKeys();
    if (options.json) {
      sayJson(keys);
      return;
    }
    const state = (key: (typeof keys)[number]) =>
      key.revoked_at !== null ? 'revoked' : key.expires_at !== null ? `until ${key.expires_at.slice(0, 10)}` : 'valid';
    say(
      table(
        [
          ['KEY', 'NAME', 'ROLE', 'MODE', 'TEXT', 'STATE', 'LAST USED'],
          ...keys.map((key) => [
            key.key_id,
            key.label,
            key.role,
            key.revoked_at === null ? key.mode : '',
            key.masked_key,
            state(key),
            key.last_used_at ?? 'never',
          ]),
        ],
        { width: process.stdout.columns },
      ),
    );
  } finally {
    await service.close();
  }
}

export async function createKey(
  home: string,
  options: { json: boolean; name: string; role: Role; expires?: string },
): Promise<void> {
  const expires_in = options.expires === undefined ? undefined : readDuration(options.expires);
  const service = await connect(home);
  try {
    const made = await service.client(await adminAuth(home)).auth.createKey({
      body: { name: options.name, role: options.role, ...(expires_in !== undefined && { expires_in }) },
    });
    if (options.json) sayJson(made);
    else {
      say(`${made.key_id}, ${made.role}. The key is shown only now:`);
      say(`  ${style('bold', made.raw_key)}`);
    }
  } finally {
    await service.close();
  }
}

export async function revokeKey(home: string, keyId: string, options: { json: boolean }): Promise<void> {
  const service = await connect(home);
  try {
    await service.client(await adminAuth(home)).auth.revokeKey({ params: { key_id: keyId } });
    if (options.json) sayJson({ key_id: keyId, revoked: true });
    else {
      say(`${keyId} is revoked; its sessions have ended.`);
      say(
        'If it may have been copied together with bootstrap.json, run `zorivest rekey`: only that takes the book away.',
      );
    }
  } finally {
    await service.close();
  }
}
