// Import cycles: files that import each other, directly or indirectly. An import of types only counts too:
// such files cannot be read, moved or tested separately either. The same applies to folders: in each folder,
// its subfolders and its own files have an order.
import { dirname, join } from 'node:path';

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

/** The shortest path from a file back to itself inside its circle. */
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

/** Circles that are not allowed, and allowed files that are in no circle any more: the list can only shrink. */
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
      .map((file) => `${file} is in no circle any more: remove it from the allowed circle "${name}"`),
  );
  return [...created, ...dissolved];
}

/** A file of one subfolder that imports a file of another. */
interface Step {
  readonly from: string;
  readonly to: string;
}

/** The parts of a folder: its subfolders, each with everything below, and its own files. */
function roomsOf(folder: string, imports: Imports): Map<string, Map<string, Step[]>> {
  const roomOf = (file: string) =>
    file.startsWith(`${folder}/`) ? join(folder, file.slice(folder.length + 1).split('/')[0] ?? '') : null;
  const rooms = new Map<string, Map<string, Step[]>>();
  for (const [from, targets] of imports) {
    const room = roomOf(from);
    if (room === null) continue;
    const ways = rooms.get(room) ?? new Map<string, Step[]>();
    rooms.set(room, ways);
    for (const to of targets) {
      const other = roomOf(to);
      if (other !== null && other !== room) ways.set(other, [...(ways.get(other) ?? []), { from, to }]);
    }
  }
  return rooms;
}

/** Every folder below, itself first. */
function foldersOf(dir: string, imports: Imports): string[] {
  const found = new Set<string>();
  for (const file of imports.keys()) {
    if (!file.startsWith(`${dir}/`)) continue;
    for (let folder = dirname(file); folder.length >= dir.length; folder = dirname(folder)) found.add(folder);
  }
  return [...found].toSorted();
}

/** The subfolders of a folder that import each other, at every depth: the shortest way around, and the imports that would have to go. */
export function folderCircleFaults(dir: string, imports: Imports): string[] {
  return foldersOf(dir, imports).flatMap((folder) => {
    const rooms = roomsOf(folder, imports);
    const between: Imports = new Map([...rooms].map(([room, ways]) => [room, [...ways.keys()]]));
    return circlesOf(between).map((circle) => {
      const loop = shortestLoop(between, circle);
      const sides = loop.slice(1).map((room, at) => rooms.get(loop[at] ?? '')?.get(room) ?? []);
      const fewest = sides.toSorted((a, b) => a.length - b.length)[0] ?? [];
      return [
        `${circle.length} folders of ${folder} import each other in a circle: ${loop.join(' -> ')}`,
        ...fewest.map(({ from, to }) => `    ${from} imports ${to}`),
      ].join('\n');
    });
  });
}
