// The bundler's settings: the same for shipped bundles and for those that benches compare them with.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { BuildOptions, Plugin } from 'esbuild';

/**
 * An `import` of a builtin makes Node read every one of its exports, and reading some of them loads half of Node:
 * `node:crypto` alone costs as much as our own code. Imported this way a builtin gives only what is used of it.
 */
const builtins: Plugin = {
  name: 'builtins',
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'builtin' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/** Where an `import()` of a package comes back to the bundler from the module that names its exports. */
const NAMED = 'named exports';

const isCommonJs = (file: string) =>
  file.includes('/node_modules/') &&
  !file.endsWith('.mjs') &&
  !/^(?:import|export)\b/m.test(readFileSync(file, 'utf8'));

/**
 * `const { connect } = await import('a-commonjs-package')` works in Node, which looks for names in CommonJS. In a bundle with
 * shared chunks the package is a chunk of its own with nothing but a default export, so `connect` would be undefined. This
 * module gives the names that Node finds.
 */
const commonJsNames: Plugin = {
  name: 'names of CommonJS packages',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === NAMED || path.startsWith('node:')) return undefined;
      const found = await build.resolve(path, { kind: 'import-statement', resolveDir, pluginData: NAMED });
      if (found.external || found.errors.length > 0 || !isCommonJs(found.path)) return undefined;
      return { path, namespace: NAMED, pluginData: { file: found.path, resolveDir } };
    });
    build.onLoad({ filter: /.*/, namespace: NAMED }, async ({ path, pluginData }) => {
      const { file, resolveDir } = pluginData as { readonly file: string; readonly resolveDir: string }; // from onResolve
      const names = Object.keys((await import(pathToFileURL(file).href)) as object);
      const exported = names.filter((each) => each !== '__esModule' && each !== 'module.exports');
      return { contents: `export { ${exported.join(', ')} } from ${JSON.stringify(path)};`, resolveDir };
    });
  },
};

export const bundling = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  conditions: ['source'],
  // Packages with native parts or fonts stay outside: they load files from their own folder.
  external: ['better-sqlite3', 'pdfkit', 'sharp', 'zeromq', 'unpdf'],
  // Its main file loads its parts in a way no bundler follows; the package also contains them as modules.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  plugins: [builtins, commonJsNames],
  // CommonJS dependencies inside an ES module bundle still expect `require`.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  // Less to parse at every start; names stay, for readable stacks.
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'error',
} as const satisfies BuildOptions;
