import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import { TextLink } from '@/components/links';
import { m } from '@/paraglide/messages';
import { HELP_TOPICS, type HelpTopic } from './topics';

interface Props {
  topic: HelpTopic;
  /** The sentence about the matter is there already. */
  said?: boolean;
  /** Beside a form, which stays as it is: the explanation opens in a tab of its own. */
  besideForm?: boolean;
}

/** A matter in one sentence, and the way to the page that explains it. */
export function HelpLink({ topic, said = false, besideForm = false }: Props) {
  const { title, hint } = HELP_TOPICS[topic];
  const more = m.help_more({ title: title() });
  return (
    <Text size="sm" c="dimmed">
      {!said && `${hint()} `}
      {besideForm ? (
        <Anchor href={`/help/${topic}`} target="_blank" rel="noopener" inherit underline="always">
          {more}
          <VisuallyHidden>{` ${m.opens_in_new_tab()}`}</VisuallyHidden>
        </Anchor>
      ) : (
        <TextLink to="/help/$topic" params={{ topic }} inherit underline="always">
          {more}
        </TextLink>
      )}
    </Text>
  );
}
