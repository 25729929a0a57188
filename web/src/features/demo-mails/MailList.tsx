import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DemoMail } from '@/api/demoMails';
import { formatInstant } from '@/lib/format/instant';
import { m } from '@/paraglide/messages';
import classes from './MailList.module.css';

interface Props {
  mails: readonly DemoMail[];
  opened: DemoMail | undefined;
}

export function MailList({ mails, opened }: Props) {
  return (
    <nav aria-label={m.demomails_list()} className={classes.list}>
      <ul>
        {mails.map((mail) => (
          <li key={mail.id}>
            <Link
              to="/demo/mails"
              search={{ id: mail.id }}
              className={classes.mail}
              aria-current={mail.id === opened?.id ? 'true' : undefined}
            >
              <Text span fw={600}>
                {mail.subject}
              </Text>
              <Text span size="sm">
                {mail.to}
              </Text>
              <Text span size="sm" c="dimmed">
                {formatInstant(mail.writtenAt)}
              </Text>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
