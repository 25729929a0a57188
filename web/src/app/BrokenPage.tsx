import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { MessagePage } from '@/components/MessagePage';
import { useLanguage } from '@/lib/language';
import { reloadIfServerAnswers, reloadOnce } from '@/lib/reload';
import { m } from '@/paraglide/messages';
import { DocumentTitle } from './DocumentTitle';

/** A fault of our own. A reload often cures it; when it does not, the person decides. */
export function BrokenPage() {
  useLanguage();
  useEffect(() => {
    void reloadIfServerAnswers(() => reloadOnce(Date.now()));
  }, []);
  return (
    <>
      <DocumentTitle title={m.page_error()} />
      <MessagePage title={m.page_error()} body={m.error_body()}>
        <Button onClick={() => void reloadIfServerAnswers(() => window.location.reload())}>
          {m.error_reload()}
        </Button>
      </MessagePage>
    </>
  );
}
