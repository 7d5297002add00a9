// The bundler's settings: the same for shipped bundles and for those that benches compare them with.
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
  plugins: [builtins],
  // CommonJS dependencies inside an ES module bundle still expect `require`.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  // Less to parse at every start; names stay, for readable stacks.
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'error',
} as const satisfies BuildOptions;
