// Setups, their rules, and which of them trades followed.
import { nameTrade, nameWeek } from '@zorivest/vocabulary';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Amount, Multiple, FigureText } from '../../amount/amount.tsx';
import { count, countOf, percent } from '../../amount/format.ts';
import { weekday } from '../../amount/time.ts';
import { useFilter, useFilterSearch } from '../../filter/filter.ts';
import { AskFirst } from '../../components/ask-first.tsx';
import { Card } from '../../components/card.tsx';
import { Figures } from '../../components/facts.tsx';
import { Menu } from '../../components/menu.tsx';
import { Page } from '../../components/page.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import { PlaybookPictures } from './pictures.tsx';
import { EditPlaybook, NewPlaybook } from './playbook-form.tsx';
import { describeRule } from './rule-words.ts';
import { Ticks } from './ticks.tsx';

type Playbook = Answer<'playbooks', 'list'>['items'][number];
type Adherence = Answer<'playbooks', 'adherence'>;

export function PlaybooksPage(): ReactNode {
  const playbooks = useEndpoint('playbooks', 'list');
  return (
    <Page title="Playbooks" aside={<NewPlaybook />}>
      <WhenLoaded query={playbooks} height={300}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>
              No playbooks yet. A playbook has a name, a description and rules. Trades tagged or planned with its name
              belong to it, and each shows which rules it followed.
            </Empty>
          ) : (
            items.map((playbook) => <OnePlaybook key={playbook.id} playbook={playbook} />)
          )
        }
      </WhenLoaded>
    </Page>
  );
}

function OnePlaybook({ playbook }: { readonly playbook: Playbook }): ReactNode {
  const [query] = useFilter();
  const search = useFilterSearch();
  const adherence = useEndpoint('playbooks', 'adherence', { params: { id: playbook.id }, query });
  const hasRule = playbook.entry_long !== null || playbook.entry_short !== null;
  return (
    <Card name={playbook.name} headed>
      {playbook.description !== '' && <p>{playbook.description}</p>}
      <WhenLoaded query={adherence} height={240}>
        {(found) => <AdherenceFigures playbook={playbook} found={found} />}
      </WhenLoaded>
      <PlaybookPictures id={playbook.id} name={playbook.name} />
      <div className="page-tools">
        {hasRule && (
          <Link className="button" href={`/playbooks/${playbook.id}/compare${search}`}>
            Rules vs. you<span className="visually-hidden"> of {playbook.name}</span>
          </Link>
        )}
        <EditPlaybook playbook={playbook} />
        <Menu of={playbook.name}>
          <AskFirst
            button="Delete"
            about={playbook.name}
            title={`Delete ${playbook.name}`}
            act={() => api.playbooks.remove({ params: { id: playbook.id } })}
            changes="playbook"
          >
            The rules of {playbook.name} and its ticks are deleted. Trades stay.
          </AskFirst>
        </Menu>
      </div>
    </Card>
  );
}

const share = (value: number | null): ReactNode => <FigureText figure={{ text: percent(value, 0), tells: 'share' }} />;

function AdherenceFigures({ playbook, found }: { readonly playbook: Playbook; readonly found: Adherence }): ReactNode {
  const { currency, all_followed, some_broken } = found;
  return (
    <>
      <Figures
        convention={found.convention}
        rows={[
          ['Trades', count(found.trade_count)],
          ['Rules followed', share(found.adherence)],
          [
            'All followed',
            <Amount key="f" value={all_followed.net_pnl} currency={currency} result />,
            countOf(all_followed.n, 'trade'),
          ],
          ['Mean R', <Multiple key="m" value={all_followed.mean_r} />, 'all followed'],
          [
            'Some broken',
            <Amount key="b" value={some_broken.net_pnl} currency={currency} result />,
            countOf(some_broken.n, 'trade'),
          ],
          ['Mean R, broken', <Multiple key="n" value={some_broken.mean_r} />, 'some broken'],
        ]}
      />
      <Table
        label={`Rules of ${playbook.name}`}
        rows={found.rules}
        keyOf={({ id }) => id}
        columns={ruleColumns(playbook)}
        stacked="wide"
      />
      {found.trades.length > 0 && (
        <details>
          <summary>Trades</summary>
          <Table
            label={`Trades of ${playbook.name}`}
            rows={found.trades.toReversed()}
            keyOf={({ trip_id }) => trip_id}
            columns={tradeColumns(playbook, currency)}
            stacked="named"
          />
        </details>
      )}
      {found.weeks.length > 0 && (
        <details>
          <summary>Weeks</summary>
          <Table
            stacked="named"
            label={`Weeks of ${playbook.name}`}
            rows={found.weeks.toReversed()}
            keyOf={({ week }) => week}
            columns={[
              { name: 'Week', text: true, cell: ({ week }) => nameWeek(week) },
              { name: 'Trades', cell: ({ trades }) => count(trades) },
              { name: 'Followed', cell: ({ followed }) => count(followed) },
              { name: 'Broken', cell: ({ broken }) => count(broken) },
              { name: 'Share', cell: ({ adherence }) => share(adherence) },
            ]}
          />
        </details>
      )}
    </>
  );
}

function ruleColumns({ rules }: Playbook): Column<Adherence['rules'][number]>[] {
  const words = new Map(rules.map((rule) => [rule.id, describeRule(rule)]));
  return [
    { name: 'Rule', text: true, cell: ({ id }) => words.get(id) ?? id },
    { name: 'Followed', cell: ({ followed }) => count(followed) },
    { name: 'Broken', cell: ({ broken }) => count(broken) },
    { name: 'Unknown', cell: ({ unknown }) => count(unknown) },
    { name: 'Share', cell: ({ adherence }) => share(adherence) },
    { name: 'R followed', cell: ({ mean_r_followed }) => <Multiple value={mean_r_followed} /> },
    { name: 'R broken', cell: ({ mean_r_broken }) => <Multiple value={mean_r_broken} /> },
    { name: 'Related to', text: true, cell: ({ says }) => <span className="wrapped">{says}</span> },
  ];
}

function tradeColumns(playbook: Playbook, currency: string): Column<Adherence['trades'][number]>[] {
  return [
    {
      name: 'Trade',
      text: true,
      cell: ({ trip_id, instrument }) => (
        <Link href={`/trades/${encodeURIComponent(trip_id)}`}>{nameTrade({ instrument })}</Link>
      ),
    },
    { name: 'Opened', text: true, cell: ({ opened_at }) => weekday(opened_at) },
    { name: 'Result', cell: ({ pnl }) => <Amount value={pnl} currency={currency} result /> },
    { name: 'R', cell: ({ r }) => <Multiple value={r} /> },
    { name: 'Rules', text: true, cell: (trade) => <Ticks playbook={playbook} trade={trade} /> },
  ];
}
