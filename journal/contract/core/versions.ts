const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:[-+].*)?$/;

export const isVersion = (text: string): boolean => VERSION.test(text);

/** Whether the first is newer, by the numbers: 0.10.0 is newer than 0.9.0. What is no version is newer than none. */
export function isNewerVersion(one: string, other: string): boolean {
  const numbersOf = (version: string) => (VERSION.exec(version) ?? []).slice(1).map(Number);
  const [a, b] = [numbersOf(one), numbersOf(other)];
  const at = a.findIndex((number, index) => number !== b[index]);
  return at !== -1 && (a[at] ?? 0) > (b[at] ?? 0);
}
