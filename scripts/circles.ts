// Circles of files: files that import each other, directly or around a corner. An import of types only counts too:
// such files cannot be read, moved or tested one without the other either.

/** A file -> the files it imports. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** A name -> the files of a circle that is still allowed. */
export type AllowedCircles = Readonly<Record<string, readonly string[]>>;

/** The groups of two and more files that all reach each other (Tarjan's strongly connected components). */
export function circlesOf(imports: Imports): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const lower = (file: string, to = Infinity) => lowest.set(file, Math.min(lowest.get(file) ?? Infinity, to));

  const visit = (file: string): void => {
    order.set(file, order.size);
    lower(file, order.get(file));
    open.push(file);
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue;
      if (!order.has(target)) {
        visit(target);
        lower(file, lowest.get(target));
      } else if (open.includes(target)) lower(file, order.get(target));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1) circles.push(circle.toSorted());
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return circles;
}

/** The shortest way from a file back to itself inside its circle: the one a person would look for. */
function shortestLoop(imports: Imports, circle: readonly string[]): string[] {
  const inside = new Set(circle);
  const loops = circle.map((start) => {
    const ways = [[start]];
    const seen = new Set<string>();
    for (const way of ways) {
      for (const target of imports.get(way.at(-1) ?? start) ?? []) {
        if (target === start) return [...way, start];
        if (!inside.has(target) || seen.has(target)) continue;
        seen.add(target);
        ways.push([...way, target]);
      }
    }
    return [];
  });
  return loops.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/** Circles that are not allowed, and allowed files that stand in none any more: the list can only shrink. */
export function circleFaults(imports: Imports, allowed: AllowedCircles): string[] {
  const circles = circlesOf(imports);
  const allowances = Object.values(allowed);
  const created = circles
    .filter((circle) => !allowances.some((files) => circle.every((file) => files.includes(file))))
    .map((circle) => {
      const known = allowances.flat();
      const added = circle.filter((file) => !known.includes(file));
      const what = added.length === circle.length ? '' : ` (an allowed circle grew by ${added.join(', ')})`;
      return `${circle.length} files import each other in a circle: ${shortestLoop(imports, circle).join(' -> ')}${what}`;
    });
  const dissolved = Object.entries(allowed).flatMap(([name, files]) =>
    files
      .filter((file) => !circles.some((circle) => circle.includes(file)))
      .map((file) => `${file} is in no circle any more: take it out of the allowed circle "${name}"`),
  );
  return [...created, ...dissolved];
}
