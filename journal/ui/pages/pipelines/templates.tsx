// What reports look like: the templates that pipelines fill, shown with what they are tried out on.
import { type ReactNode, useState } from 'react';
import { AskFirst } from '../../components/ask-first.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ReportFrame } from '../../components/report-frame.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';
import { type NewTemplate, type Template, templateFields, templateOf } from './template-form.ts';

/** Names that are typed as they stand are in letters of their own. */
function withCode(text: string): ReactNode {
  if (text === '') return null;
  return text
    .split(/\b([a-z]+(?:_[a-z]+)+)\b/)
    .map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part));
}

export function Templates(): ReactNode {
  const templates = useEndpoint('scheduling', 'listTemplates');
  return (
    <section className="card" aria-labelledby="templates">
      <h2 id="templates">Templates</h2>
      <WhenLoaded query={templates} height={120}>
        {(all) => (
          <Table
            stacked
            label="Templates"
            rows={all}
            keyOf={({ name }) => name}
            columns={[
              { name: 'Name', cell: ({ name }) => <code>{name}</code>, text: true },
              {
                name: 'Purpose',
                cell: ({ description }) => <span className="wrapped">{withCode(description) ?? '–'}</span>,
                text: true,
              },
              { name: 'Format', cell: ({ body_format }) => body_format, text: true, minor: true },
              { name: 'Actions', silent: true, cell: (template) => <TemplateActs template={template} /> },
            ]}
          />
        )}
      </WhenLoaded>
      <p className="page-tools">
        <FormDialog
          button="New template"
          title="New template"
          changes="template"
          fields={[
            { name: 'name', label: 'Name: lower-case letters, digits, - and _', required: true },
            ...templateFields(),
          ]}
          save={(values) =>
            // The service judges the name; a form cannot know more.
            api.scheduling.createTemplate({
              body: { name: values['name'], ...templateOf(values) } as unknown as NewTemplate,
            })
          }
        />
      </p>
    </section>
  );
}

function TemplateActs({ template }: { readonly template: Template }): ReactNode {
  const { name, is_default } = template;
  const params = { name };
  return (
    <span className="page-tools">
      <LookAt name={name} />
      <FormDialog
        button="Text"
        about={`of ${name}`}
        title={`Text of ${name}`}
        changes="template"
        fields={templateFields(template)}
        save={(values) => api.scheduling.updateTemplate({ params, body: templateOf(values) })}
      >
        <p className="quiet">Reports that use it need your approval again.</p>
      </FormDialog>
      {!is_default && (
        <AskFirst
          button="Delete"
          about={name}
          title={`Delete the template ${name}?`}
          act={() => api.scheduling.removeTemplate({ params })}
          changes="template"
        >
          Reports that use it lose their approval and cannot run without it.
        </AskFirst>
      )}
    </span>
  );
}

function LookAt({ name }: { readonly name: string }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Look<span className="visually-hidden"> at {name}</span>
      </button>
      {open && (
        <Dialog title={name} wide onClose={() => setOpen(false)}>
          <TriedOut name={name} />
        </Dialog>
      )}
    </>
  );
}

function TriedOut({ name }: { readonly name: string }): ReactNode {
  const preview = useEndpoint('scheduling', 'previewTemplate', { params: { name } });
  return (
    <WhenLoaded query={preview} height={240}>
      {({ subject_rendered, body_rendered }) => (
        <>
          {subject_rendered !== null && <p>Subject: {subject_rendered}</p>}
          <ReportFrame html={body_rendered} title={`${name}, filled with sample values`} />
        </>
      )}
    </WhenLoaded>
  );
}
