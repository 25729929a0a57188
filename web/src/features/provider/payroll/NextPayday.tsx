import { Button, Card, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { IconArrowRight, IconPlus } from '@tabler/icons-react';
import { useMakeRun, type RunLine, type useRuns } from '@/api/payroll';
import { ButtonLink } from '@/components/links';
import { tellProblem } from '@/components/tellProblem';
import { useLanguage } from '@/lib/language';
import { m } from '@/paraglide/messages';
import { OtherPayday } from './OtherPayday';
import classes from './Payroll.module.css';
import type { Language } from '../../../lib/language';
import { parseDate } from '../../../lib/format/date';

type Ahead = NonNullable<ReturnType<typeof useRuns>['ahead']>;

/** When salaries are paid next, what waits for it, and the button that makes its run. */
export function NextPayday({ ahead }: { ahead: Ahead }) {
  const language = useLanguage();
  const [choosing, { open, close }] = useDisclosure(false);
  const { nextPayday, runs } = ahead;
  const openRun = runs.find(({ payday, state }) => payday === nextPayday && state !== 'PAID');
  return (
    <Card withBorder padding="lg" component="section" className={classes.ahead}>
      <div>
        <Text c="dimmed">{m.providerpayroll_next_payday()}</Text>
        <Text className={classes.payday}>{nextPayday}</Text>
        <Text size="sm" c="dimmed">
          {weekdayName(nextPayday, language)}
        </Text>
      </div>
      <div>
        {openRun !== undefined && <Text fw={600}>{m.providerpayroll_open_run()}</Text>}
        <Text>{waitingText(ahead.waiting)}</Text>
        {openRun === undefined && (
          <Text size="sm" c="dimmed">
            {m.providerpayroll_make_help()}
          </Text>
        )}
      </div>
      <Group gap="xs">
        {openRun === undefined ? <MakeButton payday={nextPayday} /> : <OpenButton run={openRun} />}
        <Button variant="default" onClick={open}>
          {m.providerpayroll_other_payday()}
        </Button>
      </Group>
      {choosing && <OtherPayday close={close} />}
    </Card>
  );
}

function waitingText({ bills, people }: Ahead['waiting']): string {
  return bills === 0
    ? m.providerpayroll_waiting_nothing()
    : m.providerpayroll_waiting({ bills, people });
}

function OpenButton({ run }: { run: RunLine }) {
  return (
    <ButtonLink
      to="/provider/payroll/$runId"
      params={{ runId: run.id }}
      rightSection={<IconArrowRight size={18} aria-hidden="true" />}
    >
      {m.providerpayroll_go_on()}
    </ButtonLink>
  );
}

function MakeButton({ payday }: { payday: string }) {
  const navigate = useNavigate();
  const { mutate, isPending } = useMakeRun();
  const make = () =>
    mutate(
      {},
      {
        onSuccess: ({ id }) =>
          void navigate({ to: '/provider/payroll/$runId', params: { runId: id } }),
        onError: tellProblem,
      },
    );
  return (
    <Button
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      loading={isPending}
      onClick={make}
    >
      {m.providerpayroll_make({ payday })}
    </Button>
  );
}

/** The weekday of DD.MM.YYYY: "perjantai", "Friday". */
function weekdayName(day: string, language: Language): string {
  const iso = parseDate(day);
  if (iso === undefined) return '';
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(`${iso}T00:00:00Z`),
  );
}
