import { DemoMailHint } from '@/domain/DemoMailHint';
import { ButtonLink } from '@/components/links';
import { MessagePage } from '@/components/MessagePage';
import { m } from '@/paraglide/messages';

export function CheckEmailPage() {
  return (
    <MessagePage title={m.page_password_check_email()} body={m.register_check_email_body()}>
      <ButtonLink to="/login" variant="default">
        {m.register_back_to_login()}
      </ButtonLink>
      <DemoMailHint />
    </MessagePage>
  );
}
