// Files that a page names in backticks and that are not there: it sends its reader nowhere.

/** Made by a build or a run: a fresh clone does not have them. */
const MADE = /(^|\/)(?:dist|node_modules|var)(\/|$)/;
/** The invented broker, provider and bank of the examples. */
const EXAMPLE = /\/acme\.\w+$/;

/**
 * Every word in backticks that begins with a folder of the root is taken for a path; of `<tool>.ts` or `*.ts` the folder
 * before it must be there. Blocks of code are examples.
 */
export function missingFiles(page: string, roots: readonly string[], exists: (path: string) => boolean): string[] {
  const prose = page.replace(/```[\s\S]*?```/g, '');
  const words = [...prose.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.split(/\s+/));
  const paths = words
    .map((word) => word.replace(/[^/]*[<*].*$/, ''))
    .filter((path) => roots.some((root) => path.startsWith(`${root}/`)) && !MADE.test(path) && !EXAMPLE.test(path));
  return [...new Set(paths)].filter((path) => !exists(path));
}
