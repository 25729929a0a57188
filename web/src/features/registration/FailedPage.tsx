import { Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { ButtonLink } from '@/components/links';
import { MessagePage } from '@/components/MessagePage';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';

const route = getRouteApi('/registration/failed');

/** After these another visit to the bank would end the same way. */
const FINAL = new Set([
  'REGISTRATION_GONE',
  'TOO_YOUNG',
  'USER_ALREADY_REGISTERED',
  'IDENTIFICATION_NOT_CONFIGURED',
]);

export function FailedPage() {
  const { reason } = route.useSearch();
  const body = reason === undefined ? m.register_failed_body() : textOf(reason);
  const again = reason !== undefined && !FINAL.has(reason);
  return (
    <MessagePage title={m.page_registration_failed()} body={body}>
      <Group justify="center">
        {again && <ButtonLink to="/register-started">{m.register_try_again()}</ButtonLink>}
        {reason !== 'TOO_YOUNG' && (
          <ButtonLink to="/register" variant={again ? 'default' : 'filled'}>
            {m.register_again()}
          </ButtonLink>
        )}
        <ButtonLink to="/login" variant="default">
          {m.register_to_login()}
        </ButtonLink>
      </Group>
    </MessagePage>
  );
}
