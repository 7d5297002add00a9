/** Which instruments each of their names elsewhere stands for. */
export function namesOf(
  instruments: Iterable<string>,
  namesElsewhere: (instrument: string) => readonly string[],
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const instrument of instruments)
    for (const name of namesElsewhere(instrument)) found.set(name, [...(found.get(name) ?? []), instrument]);
  return found;
}
