import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { appInfoQuery } from '@/api/app';
import { m } from '@/paraglide/messages';
import { TextLink } from '@/components/links';

/** Where to find a mail that the demo did not send. */
export function DemoMailHint() {
  const { data: app } = useQuery(appInfoQuery);
  if (app?.demo !== true) return null;
  return (
    <Text size="sm" c="dimmed" maw={440}>
      {m.demomails_hint()}{' '}
      <TextLink to="/demo/mails" size="sm" underline="always">
        {m.page_demo_mails()}
      </TextLink>
    </Text>
  );
}
