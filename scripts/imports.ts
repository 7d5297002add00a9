// Checks imports: a package imports another only by name, only if the table allows it, and never
// by a relative path into its folder. Inside, neither files nor folders import each other in circles.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { circleFaults, folderCircleFaults, type AllowedCircles } from './circles.ts';
import { packages } from './packages.ts';

const root = join(import.meta.dirname, '..');
const importLine =
  /(?:^|[;}])\s*(?:import|export)\s[^'";]*?from\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm;

/** Empty, and no new circle may be added. */
const allowedCircles: AllowedCircles = {};

/** Folders with code that are no packages. */
const otherFolders = ['bench', 'scripts', 'site'];

const testFile = /(\.test\.ts$)|(\/test\/)|(\/bench\/)/;

function sourcesIn(folder: string): string[] {
  return globSync(`${folder}/**/*.{ts,tsx,js}`, {
    cwd: root,
    exclude: (file) => /(^|\/)(node_modules|dist)$/.test(file),
  });
}

const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(importLine)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  );

/** Imports that are not `import type`. */
const importsCode = (file: string, target: string): boolean =>
  new RegExp(String.raw`^import\s+(?!type\b)[^'";]*from\s*['"]${target}['"]`, 'm').test(
    readFileSync(join(root, file), 'utf8'),
  );

function boundaryFaults(): string[] {
  const ours = new Set(packages.map((pkg) => pkg.name));
  const faults: string[] = [];
  for (const pkg of packages) {
    const entries = new Set(Object.values(pkg.entries).map((entry) => join(pkg.dir, entry)));
    for (const file of sourcesIn(pkg.dir)) {
      const isTest = testFile.test(file);
      for (const target of importsOf(file)) {
        if (target.startsWith('.')) {
          const inside = relative(pkg.dir, join(dirname(file), target)).split(sep)[0] !== '..';
          if (!inside) faults.push(`${file} reaches out of its package: ${target}`);
          continue;
        }
        const name = target
          .split('/')
          .slice(0, target.startsWith('@') ? 2 : 1)
          .join('/');
        if (!ours.has(name) || name === pkg.name) continue;
        if (isTest) continue;
        if (!pkg.mayImport.includes(target)) faults.push(`${file} may not import ${target}`);
        if (pkg.typesOnly?.includes(target) === true && importsCode(file, target))
          faults.push(`${file} may import ${target} as types only`);
        if (pkg.entriesOnly?.includes(target) === true && !entries.has(file))
          faults.push(`${file} may not import ${target}: only the entries of ${pkg.name} may`);
      }
    }
  }
  return faults;
}

function importsOfAllFiles(folders: readonly string[]): Map<string, string[]> {
  const files = folders.flatMap(sourcesIn);
  return new Map(
    files.map((file) => [
      file,
      importsOf(file)
        .filter((target) => target.startsWith('.'))
        .map((target) => join(dirname(file), target)),
    ]),
  );
}

export function importFaults(): string[] {
  const folders = [...packages.map((pkg) => pkg.dir), ...otherFolders];
  const imports = importsOfAllFiles(folders);
  // A test may import everything: only the tested files have an order.
  const sources = new Map([...imports].filter(([file]) => !testFile.test(file)));
  return [
    ...boundaryFaults(),
    ...circleFaults(imports, allowedCircles),
    ...folders.flatMap((folder) => folderCircleFaults(folder, sources)),
  ];
}
