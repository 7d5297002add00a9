// What changed positions without a trade, first what only the person can answer.
import { type ReactNode, useState } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { instantOf, weekday, zoneName } from '../../amount/time.ts';
import { AskFirst } from '../../components/ask-first.tsx';
import { Choice } from '../../components/field.tsx';
import { type FieldSpec, FormDialog } from '../../components/form-dialog.tsx';
import { Menu } from '../../components/menu.tsx';
import { onlyChanged } from '../../components/form-values.ts';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useAccountOptions } from '../../components/accounts.ts';
import { useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';
import { useZone } from '../../client/zone.ts';
import { bodyOf, fieldOf, kinds, type PositionEvent } from './event-fields.ts';

type NewEvent = Parameters<typeof api.positionEvents.create>[0]['body'];

export function Events(): ReactNode {
  const events = useEndpoint('positionEvents', 'list', { query: { limit: 200 } });
  return (
    <>
      <WhenLoaded query={events} height={120}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty>Splits, transfers, expiries and other events come with statements, or are recorded here.</Empty>
          ) : (
            <>
              <Questions events={items.filter(({ needs }) => needs.length > 0)} />
              <EventTable events={items} />
              {total > items.length && <p className="quiet">The newest {items.length} are shown.</p>}
            </>
          )
        }
      </WhenLoaded>
      <NewEventForm />
    </>
  );
}

function Questions({ events }: { readonly events: readonly PositionEvent[] }): ReactNode {
  const accounts = useAccountOptions();
  return events.map((event) => {
    const name = `${kinds[event.kind].title} of ${event.instrument}`;
    return (
      <article key={event.id} className="card question" aria-label={`${name} needs an answer`}>
        {event.needs.map(({ field, question }) => (
          <p key={field}>{question}</p>
        ))}
        <FormDialog
          button="Answer"
          about={name}
          title={name}
          changes="position_event"
          fields={event.needs.map(({ field, question }) => fieldOf(field, accounts, event, question))}
          save={(values) => api.positionEvents.patch({ params: { event_id: event.id }, body: bodyOf(values) })}
        />
      </article>
    );
  });
}

function EventTable({ events }: { readonly events: readonly PositionEvent[] }): ReactNode {
  const accounts = useAccountOptions();
  return (
    <Table
      stacked="named"
      label="Events"
      rows={events}
      keyOf={({ id }) => id}
      columns={[
        { name: 'Day', cell: ({ time }) => weekday(time), text: true },
        { name: 'Kind', cell: ({ kind }) => kinds[kind].title, text: true },
        { name: 'Instrument', cell: ({ instrument }) => instrument, text: true },
        { name: 'Quantity', cell: ({ quantity }) => <Amount value={quantity} as="quantity" /> },
        { name: 'Lots changed', cell: ({ effects }) => effects.length },
        {
          name: 'Actions',
          silent: true,
          cell: (event) => (
            <Menu of={`${kinds[event.kind].title} of ${event.instrument}`}>
              <FormDialog
                button="Edit"
                about={`${kinds[event.kind].title} of ${event.instrument}`}
                title={`${kinds[event.kind].title} of ${event.instrument}`}
                changes="position_event"
                form={`event:${event.id}`}
                fields={kinds[event.kind].fields.map((name) => fieldOf(name, accounts, event))}
                save={async (values, changed) => {
                  const body = onlyChanged(bodyOf(values), changed);
                  if (Object.keys(body).length > 0)
                    await api.positionEvents.patch({ params: { event_id: event.id }, body });
                }}
              />
              <AskFirst
                button="Delete"
                title={`Undo the ${kinds[event.kind].title.toLowerCase()}?`}
                act={() => api.positionEvents.remove({ params: { event_id: event.id } })}
                changes="position_event"
              >
                {`What it did to ${event.effects.length} lots is undone.`}
              </AskFirst>
            </Menu>
          ),
        },
      ]}
    />
  );
}

function NewEventForm(): ReactNode {
  const [kind, setKind] = useState<PositionEvent['kind']>('split');
  const accounts = useAccountOptions();
  const zone = useZone();
  const fields: readonly FieldSpec[] = [
    { name: 'instrument', label: 'Instrument', required: true },
    { name: 'time', label: `Time (${zoneName(zone)})`, kind: 'moment', required: true },
    ...kinds[kind].fields.map((name) => fieldOf(name, accounts)),
  ];
  return (
    <div className="page-tools">
      <Choice
        label="Kind of event"
        value={kind}
        onChange={(event) => setKind(event.target.value as PositionEvent['kind'])}
        options={Object.entries(kinds).map(([id, { title }]) => [id, title] as const)}
      />
      <FormDialog
        button="Record an event"
        title={kinds[kind].title}
        changes="position_event"
        fields={fields}
        save={({ time, ...values }) =>
          api.positionEvents.create({
            body: { kind, time: instantOf(String(time), zone), ...bodyOf(values) } as unknown as NewEvent,
          })
        }
      />
    </div>
  );
}
