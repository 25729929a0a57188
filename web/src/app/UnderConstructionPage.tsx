import { Badge, Button } from '@mantine/core';
import { Link, useMatches } from '@tanstack/react-router';
import { MessagePage } from '@/components/MessagePage';
import { m } from '@/paraglide/messages';

/** Stands in for a page of the table that is not built yet. No menu leads to it. */
export function UnderConstructionPage() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  return (
    <MessagePage
      title={title?.() ?? ''}
      above={<Badge variant="light">{m.under_construction_badge()}</Badge>}
      body={m.under_construction_body()}
    >
      <Button component={Link} to="/">
        {m.to_home()}
      </Button>
    </MessagePage>
  );
}
