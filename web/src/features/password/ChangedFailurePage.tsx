import { Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { ButtonLink } from '@/components/links';
import { MessagePage } from '@/components/MessagePage';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';

const route = getRouteApi('/password/changed-failure');

/** What goes wrong at the bank uses up no link. */
const AT_THE_BANK = new Set([
  'IDENTIFICATION_CANCELLED',
  'IDENTIFICATION_FAILED',
  'IDENTIFICATION_EXPIRED',
]);

export function ChangedFailurePage() {
  const { reason } = route.useSearch();
  const why = reason === undefined ? m.register_changed_failure_body() : textOf(reason);
  const body =
    reason !== undefined && AT_THE_BANK.has(reason)
      ? `${why} ${m.register_link_still_good()}`
      : why;
  return (
    <MessagePage title={m.page_password_changed_failure()} body={body}>
      <Group justify="center">
        <ButtonLink to="/password/reset">{m.register_new_link()}</ButtonLink>
        <ButtonLink to="/login" variant="default">
          {m.register_back_to_login()}
        </ButtonLink>
      </Group>
    </MessagePage>
  );
}
