import type { Problem } from '@zorivest/domain';

const MOST_IDS = 100;

/** One line for each kind of problem; a hundred thousand rows are understood from the first hundred. */
export function problemsTogether(lists: readonly (readonly Problem[])[]): Problem[] {
  const found = new Map<string, { code: string; message: string; ids: string[] }>();
  for (const problems of lists)
    for (const { code, message, ids = [] } of problems) {
      const key = `${code}\n${message}`;
      let problem = found.get(key);
      if (problem === undefined) found.set(key, (problem = { code, message, ids: [] }));
      for (const id of ids.slice(0, MOST_IDS - problem.ids.length)) problem.ids.push(id);
    }
  return [...found.values()].map(({ code, message, ids }) =>
    ids.length === 0 ? { code, message } : { code, message, ids },
  );
}
