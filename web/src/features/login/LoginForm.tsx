import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState, type Ref } from 'react';
import { IconAlertCircle } from '@tabler/icons-react';
import type { Credentials } from '@/api/session';
import { useVisit } from '@/api/visit';
import { PlaceAnchor } from '@/components/navigation';
import type { Form } from '@/components/useForm';
import { bankAddress } from '@/lib/bankAddress';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { failureText, type LoginFailure } from './failure';

interface Props {
  form: Form<Credentials>;
  failure: LoginFailure | undefined;
  isPending: boolean;
  submitButton: Ref<HTMLButtonElement>;
  signIn: () => void;
}

export function LoginForm({ form, failure, isPending, submitButton, signIn }: Props) {
  const [passwordShown, setPasswordShown] = useState(false);
  const { form: element, input, submit } = form;
  const password = input('password');
  return (
    <form ref={element} onSubmit={submit(signIn)} noValidate>
      <Stack gap="md">
        {failure === undefined ? <EndOfSession /> : <Failure failure={failure} />}
        <TextInput
          {...input('username')}
          label={m.login_username()}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
        />
        <PasswordInput
          {...password}
          label={m.login_password()}
          autoComplete="current-password"
          required
          withAsterisk={false}
          aria-invalid={password.error !== undefined}
          visible={passwordShown}
          onVisibilityChange={setPasswordShown}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{
            'aria-label': passwordShown ? m.login_hide_password() : m.login_show_password(),
          }}
        />
        <PlaceAnchor href="/password/reset" size="sm">
          {m.login_forgot()}
        </PlaceAnchor>
        <Button ref={submitButton} type="submit" size="lg" fullWidth loading={isPending}>
          {m.login_submit()}
        </Button>
      </Stack>
    </form>
  );
}

/** Says why the session ended, to a user who was signed in before. */
function EndOfSession() {
  const { sessionEnd: reason } = useVisit();
  if (reason === null) return null;
  return (
    <Alert role="status" color="yellow" icon={<IconAlertCircle aria-hidden="true" />}>
      {textOf(reason === 'expired' ? 'SESSION_EXPIRED' : 'UNAUTHORIZED')}
    </Alert>
  );
}

function Failure({ failure }: { failure: LoginFailure }) {
  const { title, body } = failureText(failure);
  const color = failure.kind === 'problem' ? 'red' : 'yellow';
  return (
    <Alert role="alert" color={color} title={title} icon={<IconAlertCircle aria-hidden="true" />}>
      {body}
      {failure.kind === 'identification' && failure.visit !== undefined && (
        <Button component="a" data-server href={bankAddress(failure.visit)} size="sm" mt="sm">
          {m.register_login_identify()}
        </Button>
      )}
    </Alert>
  );
}
