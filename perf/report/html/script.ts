import { existsSync, readFileSync } from 'node:fs';

/** Next to the bundle in the installed package; in the package's build in the repository. */
const PLACES = ['./views/', '../../dist/views/'].map((folder) => new URL(`${folder}report-flames.js`, import.meta.url));

/**
 * The one part of the page that needs a script: a flame graph that can be zoomed and searched, made by the build from
 * the same picture that the chat shows.
 */
export function flameScript(): string {
  const file = PLACES.find((place) => existsSync(place));
  if (file === undefined) throw new Error('The flame graph of the report was not built; run the build first.');
  return readFileSync(file, 'utf8');
}
