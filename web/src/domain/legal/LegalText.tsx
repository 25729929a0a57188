import { Anchor, Text, Title } from '@mantine/core';
import { formatDate } from '@/lib/format/date';
import { m } from '@/paraglide/messages';
import classes from './LegalText.module.css';

export interface LegalSection {
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Addresses and numbers, one a line below the paragraphs. */
  readonly contacts?: readonly { readonly href: string; readonly text: string }[];
}

interface Props {
  sections: readonly LegalSection[];
  /** The day from which the text holds, YYYY-MM-DD. */
  version: string;
}

/** A text of law in numbered sections, wide enough to read and no wider. */
export function LegalText({ sections, version }: Props) {
  return (
    <article className={classes.text}>
      <Text c="dimmed" size="sm">
        {m.legal_in_force({ date: formatDate(version) })}
      </Text>
      {sections.map(({ title, paragraphs, contacts = [] }, place) => (
        <section key={title}>
          <Title order={2} size="h3" mb="xs">
            {`${place + 1}. ${title}`}
          </Title>
          {paragraphs.map((paragraph) => (
            <Text key={paragraph} mb="xs">
              {paragraph}
            </Text>
          ))}
          {contacts.map(({ href, text }) => (
            <Text key={href}>
              <Anchor href={href} underline="always">
                {text}
              </Anchor>
            </Text>
          ))}
        </section>
      ))}
    </article>
  );
}
