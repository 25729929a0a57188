import { Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useRef } from 'react';
import { sessionsQuery, useEndSessions, type OwnSession } from '@/api/account';
import { LoadFailure } from '@/components/LoadFailure';
import { tellProblem } from '@/components/tellProblem';
import { formatInstant } from '@/lib/format/instant';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { Section } from './Section';
import classes from './Sessions.module.css';

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
];

/** What a person calls the browser that describes itself so: "Firefox, Windows". */
export function deviceOf(userAgent: string): string | undefined {
  const nameIn = (names: typeof BROWSERS) => names.find(([sign]) => sign.test(userAgent))?.[1];
  const known = [nameIn(BROWSERS), nameIn(SYSTEMS)].filter((name) => name !== undefined);
  return known.length === 0 ? undefined : known.join(', ');
}

/** Whether the device is a phone or a tablet. */
export function isHandheld(userAgent: string): boolean {
  return /Mobile|Android|iPhone|iPad/.test(userAgent);
}

/** Where the account is open, and how to close it there. */
export function Sessions() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery);
  const { mutate, isPending, variables } = useEndSessions();
  const list = useRef<HTMLUListElement>(null);
  const end = (sessionId?: string) => {
    if (isPending) return;
    mutate(sessionId, {
      onSuccess: () => {
        notifyText('success', m.account_session_ended());
        // The button that was pressed goes with its session.
        list.current?.focus();
      },
      onError: tellProblem,
    });
  };
  return (
    <Section title={m.account_sessions_title()} help={m.account_sessions_help()}>
      {error !== null && <LoadFailure error={error} retry={() => void refetch()} />}
      {error === null && sessions === undefined && (
        <Skeleton height={64} role="status" aria-label={m.loading()} />
      )}
      {sessions !== undefined && (
        <ul
          ref={list}
          tabIndex={-1}
          className={classes.sessions}
          aria-label={m.account_sessions_title()}
        >
          {sessions.map((session) => (
            <Session
              key={session.id}
              session={session}
              ending={isPending && variables === session.id}
              end={() => end(session.id)}
            />
          ))}
        </ul>
      )}
      {sessions?.length === 1 && <Text c="dimmed">{m.account_sessions_only()}</Text>}
      {sessions !== undefined && sessions.length > 1 && (
        <Group>
          <Button
            variant="light"
            color="red"
            loading={isPending && variables === undefined}
            onClick={() => end()}
          >
            {m.account_sessions_end_others()}
          </Button>
        </Group>
      )}
    </Section>
  );
}

interface SessionProps {
  session: OwnSession;
  ending: boolean;
  end: () => void;
}

function Session({ session, ending, end }: SessionProps) {
  const device = deviceOf(session.userAgent) ?? m.account_session_unknown();
  const DeviceIcon = isHandheld(session.userAgent) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={classes.session}>
      <DeviceIcon aria-hidden="true" className={classes.icon} />
      <div className={classes.words}>
        <Group gap="xs">
          <Text fw={600}>{device}</Text>
          {session.current && <Badge variant="light">{m.account_session_current()}</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {m.account_session_seen({
            began: formatInstant(session.createdAt),
            seen: formatInstant(session.lastSeenAt),
          })}
        </Text>
      </div>
      {!session.current && (
        <Button
          size="sm"
          variant="default"
          loading={ending}
          aria-label={m.account_session_end_of({ device })}
          onClick={end}
        >
          {m.account_session_end()}
        </Button>
      )}
    </li>
  );
}
