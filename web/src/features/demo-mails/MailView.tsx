import { Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import type { DemoMail } from '@/api/demoMails';
import { Facts } from './Facts';
import { HtmlBody } from './HtmlBody';
import { TextLink } from '@/components/links';
import { m } from '@/paraglide/messages';
import classes from './DemoMailsPage.module.css';
import { TextBody } from './TextBody';

type Side = 'html' | 'text';

/** One mail as the one to whom it was sent sees it. */
export function MailView({ mail }: { mail: DemoMail }) {
  const [side, setSide] = useState<Side>(mail.html === '' ? 'text' : 'html');
  return (
    <Stack component="section" aria-label={mail.subject} gap="md">
      <TextLink to="/demo/mails" className={classes.back}>
        {m.demomails_back()}
      </TextLink>
      <Title order={2} size="h3">
        {mail.subject}
      </Title>
      <Facts mail={mail} />
      {mail.attachment !== null && (
        <Text size="sm">
          <IconPaperclip size={16} aria-hidden="true" className={classes.clip} />
          {m.demomails_attachment({ name: mail.attachment })}
        </Text>
      )}
      {mail.html !== '' && (
        <SegmentedControl
          className={classes.sides}
          aria-label={m.demomails_side()}
          value={side}
          onChange={(next) => setSide(next === 'text' ? 'text' : 'html')}
          data={[
            { value: 'html', label: m.demomails_html() },
            { value: 'text', label: m.demomails_text() },
          ]}
        />
      )}
      <Paper withBorder radius="lg" p="lg" className={side === 'html' ? classes.sheet : undefined}>
        {side === 'html' ? <HtmlBody html={mail.html} /> : <TextBody text={mail.text} />}
      </Paper>
    </Stack>
  );
}
