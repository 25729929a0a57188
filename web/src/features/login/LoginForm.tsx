import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { IconAlertCircle } from '@tabler/icons-react';
import { useSessionEnd } from '@/api/session';
import { bankAddress } from '@/lib/bankAddress';
import { IfBuilt } from '@/components/IfBuilt';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { failureText, type LoginFailure } from './failure';
import type { LoginFormState } from './useLoginForm';

export function LoginForm({ login }: { login: LoginFormState }) {
  const { form, failure, isPending, submitButton, submit } = login;
  const [passwordShown, setPasswordShown] = useState(false);
  const requiredError = (field: 'username' | 'password') =>
    form.errors[field] === undefined ? undefined : m.validation_required();
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {failure === undefined ? <EndOfSession /> : <Failure failure={failure} />}
        <TextInput
          {...form.getInputProps('username')}
          key={form.key('username')}
          error={requiredError('username')}
          label={m.login_username()}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
        />
        <PasswordInput
          {...form.getInputProps('password')}
          key={form.key('password')}
          error={requiredError('password')}
          label={m.login_password()}
          autoComplete="current-password"
          required
          withAsterisk={false}
          visible={passwordShown}
          onVisibilityChange={setPasswordShown}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{
            'aria-label': passwordShown ? m.login_hide_password() : m.login_show_password(),
          }}
        />
        <IfBuilt path="/password/reset">
          <Anchor component={Link} to="/password/reset" size="sm">
            {m.login_forgot()}
          </Anchor>
        </IfBuilt>
        <Button ref={submitButton} type="submit" size="lg" fullWidth loading={isPending}>
          {m.login_submit()}
        </Button>
      </Stack>
    </form>
  );
}

/** Why somebody who was signed in stands here again. */
function EndOfSession() {
  const reason = useSessionEnd();
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
        <Button component="a" href={bankAddress(failure.visit)} size="sm" mt="sm">
          {m.register_login_identify()}
        </Button>
      )}
    </Alert>
  );
}
