// Templates: stored, changed, tried. A change revokes the approval of every policy that names the template.
import {
  type Call,
  conflict,
  type Db,
  Fault,
  invalidField,
  notFound,
  shownTime,
  shownTimeOrNull,
} from '@zorivest/store';
import { templateChanged, type Scheduler } from '../policies.ts';
import type { NamedTemplates, Templates } from '../ports.ts';
import { renderApart } from '../render/renderer.ts';
import { templateFault } from '../render/template.ts';
import { StepError } from '../step.ts';
import { builtInRows, templateRow, type TemplateRow } from '../template-rows.ts';

/** For one run: the templates its policy names, as they were when it started. */
export function templatesOfRun(db: Db, named: NamedTemplates): Templates {
  return {
    async find(name) {
      const found = named.get(name);
      if (found === undefined && (await templateRow(db, name))) {
        throw new StepError(
          `the policy does not name template "${name}" in its text, so its approval does not cover it`,
          'TEMPLATE_MISSING',
        );
      }
      return found ?? null;
    },
  };
}

function present(row: TemplateRow) {
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
  const row = await templateRow(db, name);
  if (!row) throw notFound('template', name);
  return present(row);
}

export async function createTemplate(
  call: Call,
  scheduler: Scheduler,
  { name, ...fields }: TemplateFields & { readonly name: string },
) {
  refuseBroken(fields);
  if (await templateRow(call.db, name)) throw conflict(`there is already a template "${name}"`);
  const row: TemplateRow = {
    name,
    ...columns(fields),
    is_default: 0,
    created_at: call.now().toISOString(),
    updated_at: null,
  };
  await call.write(async ({ db, audit }) => {
    await db.insertInto('email_templates').values(row).execute();
    audit({ resource: 'template', id: name, after: fields });
    await templateChanged(db, audit, name);
  });
  call.afterCommit(() => scheduler.reschedule());
  return present(row);
}

export async function changeTemplate(
  call: Call,
  scheduler: Scheduler,
  name: string,
  change: { [K in keyof TemplateFields]?: TemplateFields[K] | undefined },
) {
  const before = await getTemplate(call.db, name);
  const changed = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const fields: TemplateFields = { ...before, ...changed };
  refuseBroken(fields);
  const updated_at = call.now().toISOString();
  const row: TemplateRow = {
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
    await templateChanged(db, audit, name);
  });
  call.afterCommit(() => scheduler.reschedule());
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

export async function removeTemplate(call: Call, scheduler: Scheduler, name: string): Promise<void> {
  const before = await getTemplate(call.db, name);
  if (before.is_default) throw new Fault(403, `"${name}" is built in and stays`);
  await call.write(async ({ db, audit }) => {
    await db.deleteFrom('email_templates').where('name', '=', name).execute();
    audit({ resource: 'template', id: name, before });
    await templateChanged(db, audit, name);
  });
  call.afterCommit(() => scheduler.reschedule());
}

export async function previewTemplate(
  { db, signal }: Pick<Call, 'db' | 'signal'>,
  name: string,
  data: Readonly<Record<string, unknown>> | undefined,
) {
  const template = await getTemplate(db, name);
  const { subject_template: subject, body_html, body_format: format } = template;
  try {
    const rendered = await renderApart(
      {
        title: name,
        scope: data ?? template.sample_data,
        subject: subject === '' ? null : subject,
        body: { template: body_html, format },
      },
      signal,
    );
    return { name, subject_rendered: rendered.subject, body_rendered: rendered.html };
  } catch (error) {
    if (signal.aborted) throw error;
    throw invalidField('data', error instanceof Error ? error.message : 'cannot be rendered');
  }
}
