// The pages that draw what the tools answer, by name.
import { builtViews } from '@zorivest/kernel';
import { swimmyPages } from '@zorivest/views';

/** Next to the bundle in the installed package; in this folder's build in the repository. */
export const views = builtViews(swimmyPages, [
  new URL('./views/', import.meta.url),
  new URL('./dist/views/', import.meta.url),
]);
