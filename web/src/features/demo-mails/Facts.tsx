import { Text } from '@mantine/core';
import type { DemoMail } from '@/api/demoMails';
import { formatInstant } from '@/lib/format/instant';
import { m } from '@/paraglide/messages';
import classes from './DemoMailsPage.module.css';

/** To whom, and when. */
export function Facts({ mail }: { mail: DemoMail }) {
  return (
    <dl className={classes.facts}>
      <Text component="dt" c="dimmed">
        {m.demomails_to()}
      </Text>
      <Text component="dd">{mail.to}</Text>
      <Text component="dt" c="dimmed">
        {m.demomails_written()}
      </Text>
      <Text component="dd">{formatInstant(mail.writtenAt)}</Text>
    </dl>
  );
}
