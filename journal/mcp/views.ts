// The pages that draw what the tools answer, by name; a tool that has one says so with `view: views.<name>`.
import { builtViews } from '@zorivest/kernel';
import { journalPages } from '@zorivest/views';

/** Next to the bundle in the installed package; in this folder's build in the repository. */
export const views = builtViews(journalPages, [
  new URL('./views/', import.meta.url),
  new URL('./dist/views/', import.meta.url),
]);
