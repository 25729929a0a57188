import { Paper, SegmentedControl, Stack, Text, Title, Anchor } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useEffect, useRef, useState, Fragment } from 'react';
import type { DemoMail } from '@/api/demoMails';
import { TextLink } from '@/components/links';
import { m } from '@/paraglide/messages';
import { formatInstant } from '@/lib/format/instant';
import classes from './DemoMailsPage.module.css';

/**
 * The HTML of a mail, apart from the styles of the page. The policy of our pages applies no style that stands in
 * HTML, nor would it in a frame; what a program sets it applies, so the styles are set one by one.
 */
function HtmlBody({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' });
    root?.replaceChildren(styledBody(html));
  }, [html]);
  return <div ref={host} />;
}

/** In the texts of our mails a quotation mark is written `&quot;`, so this is found in tags alone. */
const STYLE = / style="/g;

function styledBody(html: string): HTMLElement {
  // The content security policy refuses style attributes as soon as they are parsed.
  const inert = html.replaceAll(STYLE, ' data-style="');
  const { body, documentElement } = new DOMParser().parseFromString(inert, 'text/html');
  const sheet = document.createElement('div');
  sheet.lang = documentElement.lang;
  sheet.style.cssText = body.dataset['style'] ?? '';
  sheet.append(...body.childNodes);
  for (const element of sheet.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset['style'] ?? '';
  }
  return sheet;
}

type Side = 'html' | 'text';

/** One mail as its recipient sees it. */
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
      <MailDetails mail={mail} />
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

/** Recipient and time. */
function MailDetails({ mail }: { mail: DemoMail }) {
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

const ADDRESS = /^https?:\/\/\S+$/;

/** Plain text; a line that is an address can be followed, as in any mail program. */
function TextBody({ text }: { text: string }) {
  return (
    <pre className={classes.text}>
      {text.split('\n').map((line, place) => (
        // The lines of a mail never change their places.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={place}>
          {ADDRESS.test(line) ? (
            <Anchor href={line} underline="always">
              {line}
            </Anchor>
          ) : (
            line
          )}
          {'\n'}
        </Fragment>
      ))}
    </pre>
  );
}
