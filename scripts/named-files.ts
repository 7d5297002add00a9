// Finds files that a page names in backticks but that do not exist.

/** Made by a build or a run: a fresh clone does not have them. */
const MADE = /(^|\/)(?:dist|node_modules|var)(\/|$)/;
/** The invented broker, provider and bank of the examples. */
const EXAMPLE = /\/acme\.\w+$|^path\/to\//;
/** A source named by its last folders: `core/route.ts`. */
const SOURCE = /^[\w-]+\/[\w./-]*\.tsx?$/;

/**
 * Every word in backticks that begins with a folder of the root, or names a source with its folder, is taken for a path; of
 * `<tool>.ts` or `*.ts` the folder before it must be there. Blocks of code are examples.
 */
export function missingFiles(page: string, roots: readonly string[], exists: (path: string) => boolean): string[] {
  const prose = page.replace(/```[\s\S]*?```/g, '');
  const words = [...prose.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.split(/\s+/));
  const paths = words
    .map((word) => word.replace(/[^/]*[<*].*$/, ''))
    .filter((path) => SOURCE.test(path) || roots.some((root) => path.startsWith(`${root}/`)))
    .filter((path) => !MADE.test(path) && !EXAMPLE.test(path));
  return [...new Set(paths)].filter((path) => !exists(path));
}
