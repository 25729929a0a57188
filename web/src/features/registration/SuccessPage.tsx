import { Alert } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { ButtonLink } from '@/components/links';
import { MessagePage } from '@/components/MessagePage';
import { m } from '@/paraglide/messages';

const route = getRouteApi('/registration/success');

export function SuccessPage() {
  const { promo } = route.useSearch();
  return (
    <MessagePage title={m.page_registration_success()} body={m.register_success_body()}>
      {promo === 'used' && (
        <Alert color="yellow" maw={520}>
          {m.register_promo_used()}
        </Alert>
      )}
      <ButtonLink to="/login" size="lg">
        {m.register_to_login()}
      </ButtonLink>
    </MessagePage>
  );
}
