import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { MessagePage } from '@/components/MessagePage';
import { useLanguage } from '@/lib/language';
import { m } from '@/paraglide/messages';
import { DocumentTitle } from './DocumentTitle';

export function NotFoundPage() {
  useLanguage();
  return (
    <>
      <DocumentTitle title={m.page_not_found()} />
      <MessagePage title={m.page_not_found()} body={m.not_found_body()}>
        <Button component={Link} to="/">
          {m.to_home()}
        </Button>
      </MessagePage>
    </>
  );
}
