import { existsSync, readFileSync } from 'node:fs';
import { codes, KernelError } from '../tool/errors.ts';
import type { View } from '../tool/view.ts';

/** Views whose pages are files, made by a build: name -> title. */
interface BuiltPages<Name extends string> {
  readonly server: string;
  readonly views: Readonly<Record<Name, string>>;
}

/** The views of a server, by name. A page is read when a host first asks for it, from the first folder that has it. */
export function builtViews<Name extends string>(
  { server, views }: BuiltPages<Name>,
  folders: readonly URL[],
): Readonly<Record<Name, View>> {
  const made = Object.keys(views).map((name) => [name, fileView(server, name, folders)] as const);
  return Object.fromEntries(made) as Record<Name, View>; // the names are the keys
}

function fileView(server: string, name: string, folders: readonly URL[]): View {
  let cached: string | undefined;
  const page = (): string => {
    const file = folders.map((folder) => new URL(`${name}.html`, folder)).find((each) => existsSync(each));
    if (file === undefined)
      throw new KernelError(codes.notFound, `The page ${name} was not built; run the build first.`);
    return readFileSync(file, 'utf8');
  };
  return { uri: `ui://${server}/${name}`, page: () => (cached ??= page()) };
}
