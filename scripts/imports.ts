// The arrows of the house: a package imports another only by name, only if the table allows it, and never climbs
// into another package's folder by a relative path.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { packages } from './packages.ts';

const root = join(import.meta.dirname, '..');
const importLine =
  /(?:^|[;}])\s*(?:import|export)\s[^'";]*?from\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm;

export function importFaults(): string[] {
  const ours = new Set(packages.map((pkg) => pkg.name));
  const faults: string[] = [];
  for (const pkg of packages) {
    const files = globSync(`${pkg.dir}/**/*.{ts,tsx,js}`, {
      cwd: root,
      exclude: (f) => /(^|\/)(node_modules|dist)$/.test(f),
    });
    for (const file of files) {
      const isTest = /(\.test\.ts$)|(\/test\/)|(\/bench\/)/.test(file);
      for (const match of readFileSync(join(root, file), 'utf8').matchAll(importLine)) {
        const target = match[1] ?? match[2] ?? match[3] ?? '';
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
      }
    }
  }
  return faults;
}
