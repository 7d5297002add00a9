// Which tests a change needs: those of the packages it touches and of the packages above them, by the table of
// packages. A package stands above what it may import, and above what its own tests import.
import { type Package, packages as allPackages } from './packages.ts';

/** A change of these affects every package. */
const EVERYWHERE = /^(?:package(?:-lock)?\.json|vitest\.config\.ts|tsconfig\.json)$/;
/** Folders with tests that are no packages. */
const OTHERS = ['scripts', 'bench', 'site'];
/** Judged by `npm run check docs`; the pages that a test reads have their own package's test for it. */
const WORDS_ONLY = /\.md$|^docs\/|^\.vscode\/|^LICENSE$/;
const PAGE = /^journal\/ui\/pages\/([^/]+)\//;

export interface Scope {
  /** Folders, as Vitest takes them; null for everything. */
  readonly folders: readonly string[] | null;
  /** The reason for each: the changed packages. */
  readonly changed: readonly string[];
  /** Set where nothing but pages of the app was changed: only their walks are needed. */
  readonly pages: readonly string[] | null;
}

const nameOf = (target: string): string =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');

/** Types do not affect tests at run time; `npm run check types` checks them. */
const codeImports = ({ mayImport, typesOnly = [] }: Package): string[] =>
  mayImport.filter((target) => !typesOnly.includes(target)).map(nameOf);

/** Every package that may see a change of one of these. */
function packagesAbove(
  names: ReadonlySet<string>,
  packages: readonly Package[],
  importedByTests: (pkg: Package) => readonly string[],
): Set<string> {
  const seen = new Set(names);
  for (let size = -1; size !== seen.size;) {
    size = seen.size;
    for (const pkg of packages) if (codeImports(pkg).some((target) => seen.has(target))) seen.add(pkg.name);
  }
  // A test ends the chain: nothing imports it.
  for (const pkg of packages) if (importedByTests(pkg).some((target) => seen.has(target))) seen.add(pkg.name);
  return seen;
}

export function scopeOf(
  files: readonly string[],
  importedByTests: (pkg: Package) => readonly string[],
  packages: readonly Package[] = allPackages,
): Scope {
  const touched = files.filter((file) => !WORDS_ONLY.test(file));
  if (touched.some((file) => EVERYWHERE.test(file))) return { folders: null, changed: ['everything'], pages: null };
  const owner = (file: string) => packages.find(({ dir }) => file.startsWith(`${dir}/`));
  const owners = new Set(touched.flatMap((file) => owner(file) ?? []));
  const above = packagesAbove(new Set([...owners].map(({ name }) => name)), packages, importedByTests);
  const others = OTHERS.filter((folder) => touched.some((file) => file.startsWith(`${folder}/`)));
  const pages = new Set(touched.map((file) => PAGE.exec(file)?.[1]));
  return {
    folders: [...packages.filter(({ name }) => above.has(name)).map(({ dir }) => dir), ...others],
    changed: [...[...owners].map(({ dir }) => dir), ...others],
    pages: touched.length === 0 || pages.has(undefined) ? null : [...pages].flatMap((page) => page ?? []),
  };
}
