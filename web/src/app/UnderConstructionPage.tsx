import { Badge, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { MessagePage } from '@/components/MessagePage';
import { m } from '@/paraglide/messages';
import { DocumentTitle } from './DocumentTitle';

export function UnderConstructionPage({ title }: { title: string }) {
  return (
    <>
      <DocumentTitle title={title} />
      <MessagePage
        title={title}
        above={<Badge variant="light">{m.under_construction_badge()}</Badge>}
        body={m.under_construction_body()}
      >
        <Button component={Link} to="/">
          {m.to_home()}
        </Button>
      </MessagePage>
    </>
  );
}
