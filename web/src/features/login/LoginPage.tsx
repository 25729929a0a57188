import { Anchor, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { appInfoQuery } from '@/api/app';
import { useLogin, type Credentials } from '@/api/session';
import { PageTitle } from '@/components/PageTitle';
import { useForm, type FieldErrors } from '@/components/useForm';
import { LOGIN_THROTTLE_MS, throttled } from '@/lib/throttle';
import { m } from '@/paraglide/messages';
import { DemoLogins } from './DemoLogins';
import { failureOf, type LoginFailure } from './failure';
import { LoginForm } from './LoginForm';
import classes from './LoginPage.module.css';
import { Pitch } from './Pitch';

function missing(credentials: Credentials): FieldErrors {
  const empty = Object.entries(credentials).filter(([, text]) => text.trim() === '');
  return Object.fromEntries(empty.map(([name]) => [name, 'validation.required']));
}

export function LoginPage() {
  const { data: app } = useQuery(appInfoQuery);
  const form = useForm<Credentials>({ username: '', password: '' }, missing);
  const submitButton = useRef<HTMLButtonElement>(null);
  const { signIn, failure, forgetFailure, isPending } = useSignIn();
  const { username, password } = form.fields;
  const fillIn = (credentials: Credentials) => {
    form.restart(() => credentials);
    forgetFailure();
    submitButton.current?.focus();
  };
  return (
    <div className={classes.page}>
      <Pitch />
      <Stack gap="lg" className={classes.side}>
        <Paper withBorder radius="lg" p={{ base: 'lg', sm: 'xl' }} className={classes.card}>
          <PageTitle>{m.page_login()}</PageTitle>
          <Text c="dimmed" mt={4} mb="lg">
            {m.login_intro()}
          </Text>
          <LoginForm
            form={form}
            failure={failure}
            isPending={isPending}
            submitButton={submitButton}
            signIn={() => void signIn({ username: username.trim(), password })}
          />
          <Text mt="lg" ta="center">
            {m.login_register_question()}{' '}
            <Anchor component={Link} to="/register" fw={600}>
              {m.login_register()}
            </Anchor>
          </Text>
        </Paper>
        {app?.demo === true && <DemoLogins logins={app.demoLogins} onChoose={fillIn} />}
      </Stack>
    </div>
  );
}

/** Signs in, one attempt at a time. Once the session is known, the route guard leads on from the page. */
function useSignIn() {
  const { mutateAsync, isPending } = useLogin();
  const [failure, setFailure] = useState<LoginFailure>();
  const signIn = useMemo(
    () =>
      throttled(async (credentials: Credentials) => {
        setFailure(undefined);
        try {
          const user = await mutateAsync(credentials);
          if (!user.strongIdentified) {
            setFailure({ kind: 'identification', visit: user.identifyAt ?? undefined });
          }
        } catch (error) {
          setFailure(failureOf(error));
        }
      }, LOGIN_THROTTLE_MS),
    [mutateAsync],
  );
  return { signIn, failure, forgetFailure: () => setFailure(undefined), isPending };
}
