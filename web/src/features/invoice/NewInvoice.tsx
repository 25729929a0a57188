import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useToday } from '@/api/today';
import { calculatorFiguresQuery } from '@/api/calculator';
import { useSession } from '@/api/session';
import { LoadFailure } from '@/components/LoadFailure';
import { PageLoader } from '@/components/PageLoader';
import { formatDate } from '@/lib/format/date';
import { percentOfFraction } from '@/lib/format/exact';
import { journalOf } from './autosave/journal';
import { OtherDraftNotice } from './Notices';
import { OpenedInvoice } from './OpenedInvoice';
import { openNew } from './opening';

interface Props {
  onMade: (billId: string) => void;
  onDiscarded: () => void;
}

/** A bill that is not made before it has a customer. */
export function NewInvoice({ onMade, onDiscarded }: Props) {
  const user = useSession();
  const day = useToday();
  const figures = useQuery(calculatorFiguresQuery(''));
  const failure = day.error ?? figures.error;
  if (failure !== null && (day.today === undefined || figures.data === undefined)) {
    return (
      <LoadFailure
        error={failure}
        retry={() => {
          day.retry();
          void figures.refetch();
        }}
      />
    );
  }
  if (!user || day.today === undefined || figures.data === undefined) return <PageLoader />;
  return (
    <Beginning
      personId={user.id}
      today={formatDate(day.today)}
      alv={percentOfFraction(figures.data.vatRates[0] ?? 0)}
      language={user.language === 'en' ? 'eng' : 'fin'}
      onMade={onMade}
      onDiscarded={onDiscarded}
    />
  );
}

interface BeginningProps extends Props {
  personId: string;
  today: string;
  alv: string;
  language: 'fin' | 'eng';
}

function Beginning({ personId, onMade, onDiscarded, ...usual }: BeginningProps) {
  const journal = useMemo(() => journalOf(personId), [personId]);
  const [left, setLeft] = useState(() =>
    journal.own('new') === undefined ? journal.others('new')[0] : undefined,
  );
  const goOn = () => {
    if (left === undefined) return;
    journal.write('new', left.entry);
    journal.discard(left);
    onDiscarded();
  };
  return (
    <OpenedInvoice
      personId={personId}
      today={usual.today}
      journal={journal}
      open={() => openNew(usual, journal)}
      onMade={onMade}
      onDiscarded={onDiscarded}
      notices={
        left !== undefined && (
          <OtherDraftNotice
            at={left.entry.at}
            onContinue={goOn}
            onDiscard={() => {
              journal.discard(left);
              setLeft(undefined);
            }}
          />
        )
      }
    />
  );
}
