import { existsSync } from 'node:fs';
import { Fault } from '../base/fault.ts';
import type { Home } from './home.ts';

/** There is no bootstrap.json: what that means depends on what else is there. */
export function noBook({ root, bootstrap, database }: Home): Fault {
  if (existsSync(`${bootstrap}.bak`)) return new Fault(404, `${bootstrap} is missing; copy ${bootstrap}.bak to it`);
  if (existsSync(database))
    return new Fault(
      404,
      `${bootstrap} is missing, and without it ${database} cannot be opened: put it back, or bring a backup back with \`zorivest restore <file>\``,
    );
  return new Fault(404, `there is no book in ${root}; make one with \`zorivest init\``);
}
