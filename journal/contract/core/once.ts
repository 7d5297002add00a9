/** Computes a value when it is first asked for, and keeps it. */
export function once<const T>(compute: () => T): () => T {
  let kept: { readonly value: T } | undefined;
  return () => (kept ??= { value: compute() }).value;
}
