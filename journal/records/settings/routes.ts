import { contract } from '@zorivest/contract';
import { type Call, Fault, invalidField, notFound, route } from '@zorivest/store';
import { type SettingSpec, specOf } from './registry.ts';
import type { ResolvedSetting, Settings } from './settings.ts';
import { checkSetting, typedValue } from './validate.ts';

type Values = Readonly<Record<string, string | number | boolean>>;

/** All values in their stored spelling; when one is wrong, none is taken and each is named with its reason. */
function checkAll(values: Values): Map<string, string> {
  const errors: Record<string, string[]> = {};
  const good = new Map<string, string>();
  for (const [key, value] of Object.entries(values)) {
    const spec = specOf(key);
    const checked = spec && checkSetting(spec, value);
    if (!checked) errors[key] = ['is not a known setting'];
    else if (spec.fixed !== undefined) errors[key] = [spec.fixed];
    else if (checked.ok) good.set(key, checked.text);
    else errors[key] = checked.problems;
  }
  if (Object.keys(errors).length > 0) throw new Fault(422, { errors });
  return good;
}

interface SettingParts {
  readonly settings: Settings;
  readonly version: string;
  /** Called before a folder is stored as the place of copies: refuses one that is another book's. */
  readonly markCopyFolder: (folder: string) => void;
}

async function store(
  { settings, markCopyFolder }: SettingParts,
  call: Call,
  values: ReadonlyMap<string, string | null>,
): Promise<void> {
  const refused = [...values.keys()].filter((key) => !mayChange(call, key));
  if (refused.length > 0) throw new Fault(403, `only the person may change ${refused.join(', ')}; use the passphrase`);
  // The person's alone, who is never staged: a folder is marked before it is stored, since it may be refused.
  const copyTo = values.get('backup.copy_to') ?? '';
  if (copyTo !== '') markCopyFolder(copyTo);
  const stored = await call.write(async ({ db, audit }) => {
    const change = await settings.store(db, values, call.now());
    for (const [key, after] of values) {
      audit({ resource: 'setting', id: key, before: { value: settings.resolve(key)?.text }, after: { value: after } });
    }
    return change;
  });
  call.afterCommit(() => stored.apply());
}

const mayChange = (call: Call, key: string) => specOf(key)?.personOnly !== true || call.actor.role === 'person';

const scalar = (spec: SettingSpec, text: string) => typedValue(spec, text) as string | number | boolean;

/** What taking over a document would change. What is as it was stays so, and does not become a value of one's own. */
function compare(settings: Settings, values: Values) {
  const changed = new Map<string, string>();
  const changes: { key: string; before: string | number | boolean; after: string | number | boolean }[] = [];
  const accepted: string[] = [];
  const unknown: string[] = [];
  const reasons: Record<string, string> = {};
  for (const [key, value] of Object.entries(values)) {
    const now = settings.resolve(key);
    if (now === undefined) {
      unknown.push(key);
      continue;
    }
    const checked = checkSetting(now.spec, value);
    if (!now.spec.exportable)
      reasons[key] = now.spec.fixed ?? 'belongs to its own machine and is not taken from a file';
    else if (!checked.ok) reasons[key] = checked.problems.join('; ');
    else {
      accepted.push(key);
      if (checked.text === now.text) continue;
      changed.set(key, checked.text);
      changes.push({ key, before: scalar(now.spec, now.text), after: scalar(now.spec, checked.text) });
    }
  }
  return { accepted, rejected: Object.keys(reasons), unknown, changes, reasons, changed };
}

function present({ key, text, spec }: ResolvedSetting) {
  return { key, value: text, value_type: spec.type };
}

function resolveOr404(settings: Settings, key: string): ResolvedSetting {
  const resolved = settings.resolve(key);
  if (!resolved) throw notFound('setting', key);
  return resolved;
}

export const settingRoutes = (parts: SettingParts) =>
  [
    route(contract.settings.list, () => Object.fromEntries(parts.settings.all().map(({ key, text }) => [key, text]))),
    route(contract.settings.update, async ({ body }, call) => {
      const values = checkAll(body);
      await store(parts, call, values);
      return { status: 'updated' as const, count: values.size };
    }),
    route(contract.settings.resolved, () =>
      Object.fromEntries(
        parts.settings.all().map(({ key, text, spec, source }) => [
          key,
          {
            key,
            value: typedValue(spec, text),
            value_type: spec.type,
            source,
            default: typedValue(spec, parts.settings.defaultText(key, spec)),
          },
        ]),
      ),
    ),
    route(contract.settings.reset, async ({ body }, call) => {
      const wanted = body?.keys ?? parts.settings.all().map(({ key }) => key);
      const unknown = wanted.filter((key) => !specOf(key));
      if (unknown.length > 0) {
        throw new Fault(422, { errors: Object.fromEntries(unknown.map((key) => [key, ['is not a known setting']])) });
      }
      const own = wanted.filter(
        (key) =>
          parts.settings.isOwn(key) &&
          specOf(key)?.fixed === undefined &&
          (body?.keys !== undefined || mayChange(call, key)),
      );
      await store(parts, call, new Map(own.map((key) => [key, null])));
      return { status: 'reset' as const, count: own.length };
    }),
    route(contract.settings.get, ({ params }) => present(resolveOr404(parts.settings, params.key))),
    route(contract.settings.set, async ({ params, body }, call) => {
      const values = checkAll({ [params.key]: body.value });
      const { spec } = resolveOr404(parts.settings, params.key);
      await store(parts, call, values);
      return present({ key: params.key, text: values.get(params.key) ?? '', spec, source: 'user' });
    }),
    route(contract.settings.remove, async ({ params }, call) => {
      if (!parts.settings.isOwn(params.key)) throw notFound('own value of setting', params.key);
      const fixed = specOf(params.key)?.fixed;
      if (fixed !== undefined) throw invalidField(params.key, fixed);
      await store(parts, call, new Map([[params.key, null]]));
    }),
    route(contract.config.export, (_input, { now }) => ({
      config_version: 1 as const,
      app_version: parts.version,
      created_at: now().toISOString(),
      settings: Object.fromEntries(
        parts.settings
          .all()
          .filter(({ spec }) => spec.exportable)
          // What leaves the machine is scalar: a list of one's own accounts stays.
          .map(({ key, text, spec }) => [key, scalar(spec, text)]),
      ),
    })),
    route(contract.config.import, async ({ query, body }, call) => {
      const { changed, ...outcome } = compare(parts.settings, body.settings);
      const applied = !query.dry_run && outcome.accepted.length > 0;
      if (applied && changed.size > 0) await store(parts, call, changed);
      return { ...outcome, applied };
    }),
  ] as const;
