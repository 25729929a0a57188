import { Paper, Text } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import type { Credentials } from '@/api/session';
import { useVisit } from '@/api/visit';
import { PlaceAnchor } from '@/components/navigation';
import { PageTitle } from '@/components/PageTitle';
import { PriceNote } from '@/components/PriceNote';
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
  const { app } = useVisit();
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
          <PlaceAnchor href="/register" fw={600}>
            {m.login_register()}
          </PlaceAnchor>
        </Text>
        <PriceNote />
      </Paper>
      {app?.demo === true && (
        <div className={classes.demo}>
          <DemoLogins logins={app.demoLogins} onChoose={fillIn} />
        </div>
      )}
    </div>
  );
}

/** Signs in, one attempt at a time. Once the session is known, the route guard leads on from the page. */
function useSignIn() {
  const { signIn: send } = useVisit();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<LoginFailure>();
  const signIn = useMemo(
    () =>
      throttled(async (credentials: Credentials) => {
        setFailure(undefined);
        setPending(true);
        try {
          const user = await send(credentials);
          if (!user.strongIdentified) {
            setFailure({ kind: 'identification', visit: user.identifyAt ?? undefined });
          }
        } catch (error) {
          setFailure(failureOf(error));
        } finally {
          setPending(false);
        }
      }, LOGIN_THROTTLE_MS),
    [send],
  );
  return { signIn, failure, forgetFailure: () => setFailure(undefined), isPending };
}
