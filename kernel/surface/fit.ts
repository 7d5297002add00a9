/** Cutting an answer down to what a client takes, without hiding that it was cut. */

type Fields = Record<string, unknown>;

interface Cut {
  readonly path: readonly string[];
  readonly shown: number;
  readonly total: number;
}

/** The longest list inside the data, or `undefined` when there is none worth cutting. */
function longestList(
  data: Fields,
): { readonly path: readonly string[]; readonly list: readonly unknown[] } | undefined {
  let best: { path: readonly string[]; list: readonly unknown[]; size: number } | undefined;
  const visit = (value: unknown, path: readonly string[]): void => {
    if (Array.isArray(value)) {
      const size = JSON.stringify(value).length;
      if (value.length > 1 && size > (best?.size ?? 0)) best = { path, list: value, size };
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [key, field] of Object.entries(value)) visit(field, [...path, key]);
  };
  visit(data, []);
  return best;
}

/** The data with its longest list shortened to fit, and what was cut; `undefined` when that is not enough. */
export function cutList(data: Fields, limit: number): { readonly data: Fields; readonly cut: Cut } | undefined {
  const found = longestList(data);
  if (!found) return undefined;
  const { path, list } = found;
  const without = JSON.stringify(replaceList(data, path, [])).length;
  let room = limit - without;
  let shown = 0;
  for (const item of list) {
    room -= JSON.stringify(item).length + 1;
    if (room < 0) break;
    shown++;
  }
  if (shown === 0) return undefined;
  return { data: replaceList(data, path, list.slice(0, shown)), cut: { path, shown, total: list.length } };
}

function replaceList(data: Fields, [key, ...rest]: readonly string[], list: readonly unknown[]): Fields {
  if (key === undefined) return data;
  return { ...data, [key]: rest.length === 0 ? list : replaceList(data[key] as Fields, rest, list) };
}
