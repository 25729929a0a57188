import { getRouteApi } from '@tanstack/react-router';
import { ButtonLink } from '@/components/links';
import { MessagePage } from '@/components/MessagePage';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';

const route = getRouteApi('/password/checkemail-failure');

export function CheckEmailFailurePage() {
  const { reason } = route.useSearch();
  const body = reason === undefined ? m.register_check_email_failure_body() : textOf(reason);
  return (
    <MessagePage title={m.page_password_check_email_failure()} body={body}>
      <ButtonLink to="/password/reset">{m.retry()}</ButtonLink>
    </MessagePage>
  );
}
