import { Liquid, type LiquidOptions } from 'liquidjs';
import { escapeHtml, htmlPage } from '@zorivest/store';

/**
 * Templates are written by people and models. Liquid has no way to reach the process; the limits below keep a loop from
 * eating it.
 */
const limits: LiquidOptions = {
  ownPropertyOnly: true,
  strictFilters: true,
  relativeReference: false,
  parseLimit: 200_000,
  renderLimit: 2_000,
  memoryLimit: 5_000_000,
  // No file is ever included: there is nothing to include from.
  fs: {
    exists: () => Promise.resolve(false),
    existsSync: () => false,
    readFile: () => Promise.reject(new Error('templates cannot include files')),
    readFileSync: () => {
      throw new Error('templates cannot include files');
    },
    resolve: (_, file) => file,
  },
};

/** Values are escaped: what a provider put into a headline is text, never markup. */
const engine = new Liquid({ ...limits, outputEscape: 'escape' });

/** A line that is not read as markup, such as the subject of a mail: there an ampersand is an ampersand. */
const plainEngine = new Liquid(limits);

class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

const LONGEST_OUTPUT = 256 * 1024;

type Scope = Readonly<Record<string, unknown>>;

export const renderTemplate = (template: string, scope: Scope): Promise<string> => render(engine, template, scope);

/** One line, whatever stands in its values: a subject must not begin another header. */
export const renderLine = async (template: string, scope: Scope): Promise<string> =>
  (await render(plainEngine, template, scope)).replaceAll(/\s+/g, ' ').trim();

async function render(by: Liquid, template: string, scope: Scope): Promise<string> {
  try {
    const text = (await by.parseAndRender(template, { ...scope })) as string;
    if (text.length > LONGEST_OUTPUT) throw new Error('it would put out more than 256 KiB');
    return text;
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new TemplateError(`the template cannot be rendered: ${reason}`);
  }
}

/** The problem with a template's text; `null` when it parses. */
export function templateFault(template: string): string | null {
  try {
    engine.parse(template);
    return null;
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? 'unreadable';
  }
}

const STYLE = `
body{font:15px/1.5 system-ui,sans-serif;color:#1c2733;max-width:880px;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem;border-bottom:2px solid #d9e1e8;padding-bottom:.4rem}h2{font-size:1.2rem;margin-top:2rem}
table{border-collapse:collapse;width:100%;margin:1rem 0;font-variant-numeric:tabular-nums}
th,td{padding:.35rem .6rem;border-bottom:1px solid #e3e9ee;text-align:left}th{background:#f4f7f9}
figure{margin:1.5rem 0}figcaption{font-weight:600;margin-bottom:.3rem}
`.trim();

/** A page may show what is in it: it runs nothing and loads nothing, wherever it is opened. */
const POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`;

/** One page that needs nothing from anywhere else. */
export function reportPage(title: string, body: string): string {
  if (/^\s*<!doctype html|^\s*<html/i.test(body)) {
    return body.includes(POLICY)
      ? body
      : body.replace(/<head\b[^>]{0,500}>|<html\b[^>]{0,500}>|^/i, (tag) => tag + POLICY);
  }
  const heading = /<h1[\s>]/i.test(body) ? '' : `<h1>${escapeHtml(title)}</h1>\n`;
  return htmlPage({ title, style: STYLE, meta: POLICY, body: heading + body });
}
