// Trades that look like a mistake, with what speaks for it. The person says in place whether it was one.
import { mistakeName } from '@zorivest/vocabulary';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Amount, Multiple } from '../../amount/amount.tsx';
import { count } from '../../amount/format.ts';
import { useHidden } from '../../amount/privacy.ts';
import { weekday } from '../../amount/time.ts';
import { useFilter, useFilterSearch } from '../../filter/filter.ts';
import { Act } from '../../components/act.tsx';
import { Card } from '../../components/card.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';

/** The latest are still remembered; the others come when asked for. */
const SHOWN = 12;

type SuspectedMistakes = Answer<'mistakes', 'suspects'>;
type Suspect = SuspectedMistakes['suspects'][number];

export function Suspects(): ReactNode {
  const [filter] = useFilter();
  const found = useEndpoint('mistakes', 'suspects', { query: filter });
  const [all, setAll] = useState(false);
  return (
    <Card name="Possible mistakes" headed>
      <WhenLoaded query={found} height={160}>
        {/* An answered one is absent from the next answer; after Undo it is there again and asks again. */}
        {(answer) => (
          <>
            <Answering key={found.dataUpdatedAt} found={answer} most={all ? Infinity : SHOWN} />
            {!all && answer.suspects.length > SHOWN && (
              <button type="button" className="button" onClick={() => setAll(true)}>
                Show all {count(answer.suspects.length)}
              </button>
            )}
          </>
        )}
      </WhenLoaded>
    </Card>
  );
}

const keyOf = ({ trip_id, category }: Suspect): string => `${trip_id} ${category}`;

const dayOf = ({ closed_at, opened_at }: Suspect): string => closed_at ?? opened_at;

interface AnsweringProps {
  readonly found: SuspectedMistakes;
  readonly most: number;
}

function Answering({ found: { suspects, time_zone }, most }: AnsweringProps): ReactNode {
  const search = useFilterSearch();
  const hidden = useHidden();
  const [answered, setAnswered] = useState<ReadonlyMap<string, boolean>>(new Map());
  if (suspects.length === 0) return <Empty>No possible mistakes left to review in this period.</Empty>;
  const wasOne = (suspect: Suspect, was_one: boolean) => (
    <Act
      act={() =>
        api.mistakes.answer({
          body: { trade_exec_id: suspect.exec_ids[0] ?? '', category: suspect.category, was_one },
        })
      }
      changes="mistake"
      onDone={() => setAnswered(new Map([...answered, [keyOf(suspect), was_one]]))}
    >
      {was_one ? 'Record mistake' : 'Dismiss'}
    </Act>
  );
  const answerOf = (suspect: Suspect): ReactNode => {
    const answer = answered.get(keyOf(suspect));
    if (answer !== undefined) return <span role="status">{answer ? 'Recorded' : 'Dismissed'}</span>;
    return (
      <span className="in-a-row">
        {wasOne(suspect, true)} {wasOne(suspect, false)}
      </span>
    );
  };
  return (
    <>
      <p className="quiet">Nothing is recorded until you confirm it.</p>
      <Table
        label="Possible mistakes"
        rows={suspects.toSorted((a, b) => dayOf(b).localeCompare(dayOf(a))).slice(0, most)}
        keyOf={keyOf}
        stacked="wide"
        columns={[
          {
            name: 'Trade',
            cell: ({ name, trip_id }) => <Link href={`/trades/${encodeURIComponent(trip_id)}${search}`}>{name}</Link>,
            text: true,
          },
          { name: 'Day', cell: (suspect) => weekday(dayOf(suspect), time_zone), text: true },
          { name: 'Result', cell: ({ pnl }) => <Amount value={pnl} result /> },
          { name: 'R', cell: ({ r }) => <Multiple value={r} /> },
          { name: 'Possible mistake', cell: ({ category }) => mistakeName(category), text: true },
          {
            name: 'Why',
            // A sentence of the service may name an amount.
            cell: ({ evidence }) => <span className="wrapped">{hidden ? '–' : evidence}</span>,
            text: true,
          },
          { name: 'Answer', cell: answerOf, text: true },
        ]}
      />
    </>
  );
}
