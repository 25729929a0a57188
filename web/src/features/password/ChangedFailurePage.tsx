import { Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { ButtonLink } from '@/components/links';
import { MessagePage } from '@/components/MessagePage';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';

const route = getRouteApi('/password/changed-failure');

export function ChangedFailurePage() {
  const { reason } = route.useSearch();
  const body = reason === undefined ? m.register_changed_failure_body() : textOf(reason);
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
