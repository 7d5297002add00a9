// What a setting is right now: the person's value, else the book's default, else the built-in one.
import type { Transaction } from 'kysely';
import type { Database, Db } from '@zorivest/store';
import { registry, specOf, type SettingSpec } from './registry.ts';
import { checkSetting, typedValue } from './validate.ts';

/** Every value that is not built in, as stored. */
export interface SettingValues {
  readonly user: ReadonlyMap<string, string>;
  readonly defaults: ReadonlyMap<string, string>;
}

export type Source = 'user' | 'default' | 'hardcoded';

export interface ResolvedSetting {
  readonly key: string;
  readonly text: string;
  readonly spec: SettingSpec;
  readonly source: Source;
}

/** A book that comes from elsewhere may hold anything: days of the bin that are no number, and nothing could be written. */
function isFit({ key, value }: { readonly key: string; readonly value: string }): boolean {
  const spec = specOf(key);
  return spec === undefined || checkSetting(spec, value).ok;
}

/** Holds the values of the open book; every write goes through here, so what is held is what is stored. */
export class Settings {
  #user = new Map<string, string>();
  #defaults = new Map<string, string>();
  #changed: () => void = () => {};

  /** Called after every change, for parts that follow a setting, such as log levels. */
  onChange(listener: () => void): void {
    this.#changed = listener;
  }

  get values(): SettingValues {
    return { user: this.#user, defaults: this.#defaults };
  }

  /** What another process has loaded. */
  take({ user, defaults }: SettingValues): void {
    this.#user = new Map(user);
    this.#defaults = new Map(defaults);
    this.#changed();
  }

  async load(db: Db): Promise<void> {
    (await this.read(db)).apply();
  }

  /** What the book has; `apply` once it is committed. */
  async read(db: Db): Promise<{ apply(): void }> {
    const rows = await db.selectFrom('settings').select(['key', 'value']).execute();
    const defaults = await db.selectFrom('app_defaults').select(['key', 'value']).execute();
    return {
      apply: () => {
        this.#user = new Map(rows.filter(isFit).map(({ key, value }) => [key, value]));
        this.#defaults = new Map(defaults.filter(isFit).map(({ key, value }) => [key, value]));
        this.#changed();
      },
    };
  }

  resolve(key: string): ResolvedSetting | undefined {
    const spec = specOf(key);
    if (!spec) return undefined;
    const user = this.#user.get(key);
    if (user !== undefined) return { key, spec, text: user, source: 'user' };
    const byDefault = this.#defaults.get(key);
    if (byDefault !== undefined) return { key, spec, text: byDefault, source: 'default' };
    return { key, spec, text: spec.byDefault, source: 'hardcoded' };
  }

  /** What holds where the person has chosen nothing. */
  defaultText(key: string, spec: SettingSpec): string {
    return this.#defaults.get(key) ?? spec.byDefault;
  }

  /** A built-in setting's typed value. */
  number(key: keyof typeof registry): number {
    return Number(this.resolve(key)?.text);
  }

  text(key: keyof typeof registry): string {
    return this.resolve(key)?.text ?? '';
  }

  typed(key: string): unknown {
    const resolved = this.resolve(key);
    return resolved && typedValue(resolved.spec, resolved.text);
  }

  all(): ResolvedSetting[] {
    const known = Object.keys(registry).filter((key) => !key.includes('*'));
    const keys = new Set([...known, ...this.#defaults.keys(), ...this.#user.keys()]);
    return [...keys].flatMap((key) => this.resolve(key) ?? []);
  }

  isOwn(key: string): boolean {
    return this.#user.has(key);
  }

  /** Stores the values of one change in the caller's transaction; `apply` once that has been committed. */
  async store(
    db: Transaction<Database>,
    values: ReadonlyMap<string, string | null>,
    now: Date,
  ): Promise<{ apply(): void }> {
    for (const [key, value] of values) {
      if (value === null) {
        await db.deleteFrom('settings').where('key', '=', key).execute();
        continue;
      }
      const row = { value, value_type: specOf(key)?.type ?? 'str', updated_at: now.toISOString() };
      await db
        .insertInto('settings')
        .values({ key, ...row })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute();
    }
    return {
      apply: () => {
        for (const [key, value] of values) {
          if (value === null) this.#user.delete(key);
          else this.#user.set(key, value);
        }
        this.#changed();
      },
    };
  }
}
