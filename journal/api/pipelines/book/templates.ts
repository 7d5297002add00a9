// Templates in the book; the built-in ones are written into it the first time they are looked for.
import { conflict, Fault, invalidField, notFound } from '../../core/fault.ts';
import type { Call } from '../../core/call.ts';
import { shownTime, shownTimeOrNull, type Db } from '../../store/index.ts';
import type { PipelineTables } from '../tables.ts';
import type { Template, Templates } from '../ports.ts';
import { reportPage, markdownToHtml, renderTemplate, templateFault } from '../render/template.ts';
import { builtInTemplates } from '../render/built-in.ts';

type Row = PipelineTables['email_templates'];

export function bookTemplates(db: Db): Templates {
  return {
    async find(name) {
      const row = await rowOf(db, name);
      return row ? templateOf(row) : null;
    },
  };
}

const templateOf = (row: Row): Template => ({
  name: row.name,
  subject: row.subject_template,
  body: row.body_html,
  format: row.body_format === 'markdown' ? 'markdown' : 'html',
});

async function rowOf(db: Db, name: string): Promise<Row | undefined> {
  const stored = await db.selectFrom('email_templates').selectAll().where('name', '=', name).executeTakeFirst();
  return stored ?? builtInRows.find((row) => row.name === name);
}

const builtInRows: readonly Row[] = builtInTemplates.map(({ name, description, subject, body, sample }) => ({
  name,
  description,
  subject_template: subject,
  body_html: body,
  body_format: 'markdown',
  required_variables: JSON.stringify(Object.keys(sample)),
  sample_data: JSON.stringify(sample),
  is_default: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: null,
}));

function present(row: Row) {
  return {
    name: row.name,
    description: row.description,
    subject_template: row.subject_template,
    body_html: row.body_html,
    body_format: row.body_format === 'markdown' ? ('markdown' as const) : ('html' as const),
    required_variables: JSON.parse(row.required_variables) as string[],
    sample_data: JSON.parse(row.sample_data) as Record<string, unknown>,
    is_default: row.is_default === 1,
    created_at: shownTime(row.created_at),
    updated_at: shownTimeOrNull(row.updated_at),
  };
}

export interface TemplateFields {
  readonly description: string;
  readonly subject_template: string | null;
  readonly body_html: string;
  readonly body_format: 'html' | 'markdown';
  readonly required_variables: readonly string[];
  readonly sample_data: Readonly<Record<string, unknown>>;
}

function refuseBroken({ body_html, subject_template }: Partial<TemplateFields>): void {
  const body = body_html === undefined ? null : templateFault(body_html);
  if (body !== null) throw invalidField('body_html', body);
  const subject = subject_template ? templateFault(subject_template) : null;
  if (subject !== null) throw invalidField('subject_template', subject);
}

export async function listTemplates(db: Db) {
  const stored = await db.selectFrom('email_templates').selectAll().execute();
  const names = new Set(stored.map(({ name }) => name));
  const rows = [...stored, ...builtInRows.filter(({ name }) => !names.has(name))];
  return rows.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(present);
}

export async function getTemplate(db: Db, name: string) {
  const row = await rowOf(db, name);
  if (!row) throw notFound('template', name);
  return present(row);
}

export async function createTemplate(call: Call, { name, ...fields }: TemplateFields & { readonly name: string }) {
  refuseBroken(fields);
  if (await rowOf(call.db, name)) throw conflict(`there is already a template "${name}"`);
  const row: Row = {
    name,
    ...columns(fields),
    is_default: 0,
    created_at: call.now().toISOString(),
    updated_at: null,
  };
  await call.write(async ({ db, audit }) => {
    await db.insertInto('email_templates').values(row).execute();
    audit({ resource: 'template', id: name, after: fields });
  });
  return present(row);
}

export async function changeTemplate(
  call: Call,
  name: string,
  change: { [K in keyof TemplateFields]?: TemplateFields[K] | undefined },
) {
  const before = await getTemplate(call.db, name);
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const fields: TemplateFields = { ...before, ...given };
  refuseBroken(fields);
  const updated_at = call.now().toISOString();
  const row: Row = {
    name,
    ...columns(fields),
    is_default: before.is_default ? 1 : 0,
    created_at: before.created_at,
    updated_at,
  };
  await call.write(async ({ db, audit }) => {
    await db
      .insertInto('email_templates')
      .values(row)
      .onConflict((clash) => clash.column('name').doUpdateSet(row))
      .execute();
    audit({ resource: 'template', id: name, before, after: fields });
  });
  return present(row);
}

function columns(fields: TemplateFields) {
  return {
    description: fields.description,
    subject_template: fields.subject_template,
    body_html: fields.body_html,
    body_format: fields.body_format,
    required_variables: JSON.stringify(fields.required_variables),
    sample_data: JSON.stringify(fields.sample_data),
  };
}

export async function removeTemplate(call: Call, name: string): Promise<void> {
  const before = await getTemplate(call.db, name);
  if (before.is_default) throw new Fault(403, `"${name}" is built in and stays`);
  await call.write(async ({ db, audit }) => {
    await db.deleteFrom('email_templates').where('name', '=', name).execute();
    audit({ resource: 'template', id: name, before });
  });
}

export async function previewTemplate(db: Db, name: string, data: Readonly<Record<string, unknown>> | undefined) {
  const template = await getTemplate(db, name);
  const scope = data ?? template.sample_data;
  try {
    const body = await renderTemplate(template.body_html, scope);
    return {
      name,
      subject_rendered: template.subject_template ? await renderTemplate(template.subject_template, scope) : null,
      body_rendered: reportPage(name, template.body_format === 'markdown' ? markdownToHtml(body) : body),
    };
  } catch (error) {
    throw invalidField('data', error instanceof Error ? error.message : 'cannot be rendered');
  }
}
