// The model that writes reviews of trades, where one is wanted.
import type { ReactNode } from 'react';
import { plain } from '../../amount/format.ts';
import { AskFirst } from '../../components/ask-first.tsx';
import { Facts } from '../../components/facts.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';
import { SettingsForm } from './settings-form.tsx';

type Settings = Parameters<typeof api.reviews.configure>[0]['body'];

export function Reviewer(): ReactNode {
  const reviewer = useEndpoint('reviews', 'reviewer');
  return (
    <WhenLoaded query={reviewer} height={120}>
      {(found) => (
        <>
          <p className="quiet">
            Without a model, a review is a sheet of facts and questions for any assistant. With a model, the facts of
            the trade are sent to its address.
          </p>
          {found.configured && (
            <Facts
              rows={[
                ['Model', found.model],
                ['Address', found.endpoint],
                ['Key', found.has_api_key ? 'saved' : 'none'],
                ['Cents per million input tokens', plain(found.input_cents_per_million)],
                ['Cents per million output tokens', plain(found.output_cents_per_million)],
              ]}
            />
          )}
          <p className="page-tools">
            <FormDialog
              button="Set up a model"
              title="Reviewer"
              changes="reviewer"
              fields={[
                {
                  name: 'protocol',
                  label: 'Protocol',
                  value: found.protocol,
                  options: [
                    ['anthropic', 'Anthropic'],
                    ['openai', 'OpenAI'],
                  ],
                },
                { name: 'endpoint', label: 'Address', required: true, value: found.endpoint },
                { name: 'model', label: 'Model', required: true, value: found.model },
                { name: 'api_key', label: 'Key', kind: 'password' },
                {
                  name: 'input_cents_per_million',
                  label: 'Cents per million input tokens',
                  kind: 'number',
                  value: found.input_cents_per_million ?? 0,
                },
                {
                  name: 'output_cents_per_million',
                  label: 'Cents per million output tokens',
                  kind: 'number',
                  value: found.output_cents_per_million ?? 0,
                },
              ]}
              save={(values) =>
                api.reviews.configure({
                  body: { ...values, api_key: values['api_key'] ?? null } as unknown as Settings,
                })
              }
            />
            <SettingsForm
              button="Assistant spending limit"
              title="Spending of assistants"
              fields={[
                {
                  name: 'providers.daily_cap_cents',
                  label: 'Cents per day for all assistants together (0: ask each time)',
                  kind: 'number',
                },
              ]}
            />
            {found.configured && (
              <AskFirst
                button="Forget it"
                title="Forget the model and its key?"
                act={() => api.reviews.remove()}
                changes="reviewer"
              >
                Reviews are sheets of facts again.
              </AskFirst>
            )}
          </p>
        </>
      )}
    </WhenLoaded>
  );
}
