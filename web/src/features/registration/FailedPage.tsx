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
  'LOGIN_NOT_IDENTIFIED',
  'IDENTIFICATION_NOT_CONFIGURED',
]);

/** Reasons after which the user has an account to sign in with. */
const HAS_ACCOUNT = new Set(['USER_ALREADY_REGISTERED', 'LOGIN_NOT_IDENTIFIED']);

/** Reasons after which a new form does not help. */
const NO_FORM = new Set(['TOO_YOUNG', 'LOGIN_NOT_IDENTIFIED']);

export function FailedPage() {
  const { reason } = route.useSearch();
  const title =
    reason === 'LOGIN_NOT_IDENTIFIED' ? m.register_not_signed_in() : m.page_registration_failed();
  const body = reason === undefined ? m.register_failed_body() : textOf(reason);
  const again = reason !== undefined && !FINAL.has(reason);
  const hasAccount = reason !== undefined && HAS_ACCOUNT.has(reason);
  const login = (
    <ButtonLink to="/login" variant={hasAccount ? 'filled' : 'default'}>
      {m.register_to_login()}
    </ButtonLink>
  );
  return (
    <MessagePage title={title} body={body}>
      <Group justify="center">
        {hasAccount && login}
        {again && <ButtonLink to="/register-started">{m.register_try_again()}</ButtonLink>}
        {(reason === undefined || !NO_FORM.has(reason)) && (
          <ButtonLink to="/register" variant={again || hasAccount ? 'default' : 'filled'}>
            {m.register_again()}
          </ButtonLink>
        )}
        {!hasAccount && login}
      </Group>
    </MessagePage>
  );
}
