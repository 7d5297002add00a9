// The mail server that reports are sent through.
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { optionsOf } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Facts } from '../../components/facts.tsx';
import type { FormValues } from '../../components/form-values.ts';
import { WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';

type Mail = Answer<'mail', 'get'>;
type MailChanges = Parameters<typeof api.mail.update>[0]['body'];

const presets: Readonly<Record<NonNullable<MailChanges['provider_preset']>, string>> = {
  custom: 'Another server',
  gmail: 'Gmail',
  outlook: 'Outlook',
  yahoo: 'Yahoo',
  brevo: 'Brevo',
  sendgrid: 'SendGrid',
};
const securities: Readonly<Record<NonNullable<MailChanges['security']>, string>> = {
  STARTTLS: 'STARTTLS',
  SSL: 'SSL',
  NONE: 'None (only on this machine)',
};

export function MailSettings(): ReactNode {
  const mail = useEndpoint('mail', 'get');
  return (
    <WhenLoaded query={mail} height={160}>
      {(found) => (
        <>
          <Facts
            rows={[
              ['Server', found.smtp_host === null ? 'not set up' : `${found.smtp_host}:${found.port}`],
              ['Security', found.security ?? '–'],
              ['User', found.username ?? '–'],
              ['Password', found.has_password ? 'saved' : 'none'],
              ['From', found.from_email ?? '–'],
            ]}
          />
          <p className="page-tools">
            <MailForm mail={found} />
            <TestMail />
          </p>
        </>
      )}
    </WhenLoaded>
  );
}

const dropEmpty = (values: FormValues) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as unknown as MailChanges;

function MailForm({ mail }: { readonly mail: Mail }): ReactNode {
  return (
    <FormDialog
      button="Set up mail"
      title="Mail"
      changes="mail"
      fields={[
        { name: 'provider_preset', label: 'Provider', options: optionsOf(presets), value: mail.provider_preset },
        { name: 'smtp_host', label: 'Server (a provider above fills it in)', value: mail.smtp_host },
        { name: 'port', label: 'Port', kind: 'number', value: mail.port },
        { name: 'security', label: 'Security', options: optionsOf(securities), value: mail.security },
        { name: 'username', label: 'User', value: mail.username },
        { name: 'password', label: mail.has_password ? 'Password (empty keeps it)' : 'Password', kind: 'password' },
        { name: 'from_email', label: 'From address', value: mail.from_email },
      ]}
      save={(values) => api.mail.update({ body: dropEmpty(values) })}
    />
  );
}

function TestMail(): ReactNode {
  const test = useMutation<Answer<'mail', 'test'>, Problem>({ mutationFn: () => api.mail.test() });
  return (
    <>
      <button type="button" className="button" disabled={test.isPending} onClick={() => test.mutate()}>
        Test
      </button>
      {test.isPending && <span role="status">Signing in …</span>}
      {test.data && (
        <span role="status">
          {test.data.success ? 'Works: ' : 'Does not work: '}
          {test.data.message}
        </span>
      )}
      {test.error && <span role="alert">{test.error.message}</span>}
    </>
  );
}
