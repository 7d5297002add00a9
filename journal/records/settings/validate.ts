// A value passes three gates in order: its type, its bounds, and nothing that looks like an attack.
import type { SettingSpec } from './registry.ts';

const yes = new Set(['true', '1', 'yes']);
const no = new Set(['false', '0', 'no']);
const DEFAULT_MAX_LENGTH = 1024;

const attacks: readonly (readonly [RegExp, string])[] = [
  [/\.\.[\\/]/, 'must not climb out of a folder'],
  [/<\s*script/i, 'must not contain a script'],
  [
    /(;|--)\s*(drop|delete|insert|update|alter|create|attach|pragma)\b|\bunion\s+select\b|'\s*or\s+'?\d/i,
    'must not contain SQL',
  ],
];

export type CheckResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problems: string[] };

const wrong = (...problems: string[]): CheckResult => ({ ok: false, problems });

/** The value in its one stored spelling, or what is wrong with it. */
export function checkSetting(spec: SettingSpec, value: string | number | boolean): CheckResult {
  const text = String(value);
  const typed = checkType(spec, text);
  if (!typed.ok) return typed;
  const bounded = checkBounds(spec, typed.text);
  if (!bounded.ok) return bounded;
  const attack = attacks.find(([pattern]) => pattern.test(text));
  return attack ? wrong(attack[1]) : bounded;
}

function checkType(spec: SettingSpec, text: string): CheckResult {
  switch (spec.type) {
    case 'bool': {
      const lower = text.toLowerCase();
      if (yes.has(lower)) return { ok: true, text: 'true' };
      return no.has(lower) ? { ok: true, text: 'false' } : wrong('must be true or false');
    }
    case 'int':
      return /^-?\d{1,15}$/.test(text) ? { ok: true, text: String(Number(text)) } : wrong('must be a whole number');
    case 'float':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? { ok: true, text } : wrong('must be a number');
    case 'json':
      try {
        JSON.parse(text);
        return { ok: true, text };
      } catch {
        return wrong('must be JSON');
      }
    default:
      return { ok: true, text };
  }
}

function checkBounds(spec: SettingSpec, text: string): CheckResult {
  const problems: string[] = [];
  if (spec.allowed && !spec.allowed.includes(text)) problems.push(`must be one of ${spec.allowed.join(', ')}`);
  if (spec.min !== undefined && Number(text) < spec.min) problems.push(`must be at least ${spec.min}`);
  if (spec.max !== undefined && Number(text) > spec.max) problems.push(`must be at most ${spec.max}`);
  const maxLength = spec.maxLength ?? DEFAULT_MAX_LENGTH;
  if (text.length > maxLength) problems.push(`must have at most ${maxLength} characters`);
  const wrongly = spec.wrong?.(text) ?? null;
  if (wrongly !== null) problems.push(wrongly);
  return problems.length > 0 ? wrong(...problems) : { ok: true, text };
}

/** The stored text as the type it stands for. */
export function typedValue(spec: SettingSpec, text: string): unknown {
  switch (spec.type) {
    case 'bool':
      return text === 'true';
    case 'int':
    case 'float':
      return Number(text);
    case 'json':
      return JSON.parse(text) as unknown;
    default:
      return text;
  }
}
