import type { Catalogue } from '../tool/catalogue.ts';
import type { Surface } from './model.ts';

/** A surface as a person reads it: what is listed, what it costs, and why it is so. */
export function renderExplanation(surface: Surface): string {
  const { tools, explain, instructions } = surface;
  const bytes = Buffer.byteLength(JSON.stringify({ tools }));
  const width = Math.max(...tools.map(({ name }) => name.length), 0);
  const about = Math.max(...explain.map((decision) => decision.about.length), 0);
  return [
    `${tools.length} tools, ${bytes} bytes, about ${Math.round(bytes / 4.4)} tokens`,
    '',
    ...tools.map(
      ({ name, annotations, title }) => `  ${name.padEnd(width)}  ${risk(annotations).padEnd(11)}  ${title}`,
    ),
    '',
    'Why:',
    ...explain.map((decision) => `  ${decision.about.padEnd(about)}  ${decision.chose} (${decision.because})`),
    '',
    'Instructions:',
    ...instructions.split('\n').map((line) => `  ${line}`),
    '',
  ].join('\n');
}

function risk({ readOnlyHint, destructiveHint }: Surface['tools'][number]['annotations']): string {
  if (readOnlyHint) return 'reads';
  return destructiveHint ? 'destructive' : 'writes';
}

/** Which views a server has and the tools they draw: what `--list-views` prints. */
export function renderViews({ views }: Pick<Catalogue, 'views'>, asJson: boolean): string {
  if (asJson) return `${JSON.stringify(views, null, 2)}\n`;
  return views.map(({ uri, tools }) => `${uri}  ${tools.join(', ')}\n`).join('');
}
