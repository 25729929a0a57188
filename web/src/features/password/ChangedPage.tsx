import { ButtonLink } from '@/components/links';
import { MessagePage } from '@/components/MessagePage';
import { m } from '@/paraglide/messages';

export function ChangedPage() {
  return (
    <MessagePage title={m.page_password_changed()} body={m.register_changed_body()}>
      <ButtonLink to="/login" size="lg">
        {m.register_to_login()}
      </ButtonLink>
    </MessagePage>
  );
}
