import { Anchor, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { appInfoQuery } from '@/api/app';
import { IfBuilt } from '@/components/IfBuilt';
import { PageTitle } from '@/components/PageTitle';
import { m } from '@/paraglide/messages';
import { DemoLogins } from './DemoLogins';
import { LoginForm } from './LoginForm';
import classes from './LoginPage.module.css';
import { Pitch } from './Pitch';
import { useLoginForm } from './useLoginForm';

export function LoginPage() {
  const { data: app } = useQuery(appInfoQuery);
  const login = useLoginForm();
  return (
    <div className={classes.page}>
      <Pitch />
      <Stack gap="lg" className={classes.side}>
        <Paper withBorder radius="lg" p={{ base: 'lg', sm: 'xl' }} className={classes.card}>
          <PageTitle>{m.page_login()}</PageTitle>
          <Text c="dimmed" mt={4} mb="lg">
            {m.login_intro()}
          </Text>
          <LoginForm login={login} />
          <IfBuilt path="/register">
            <Text mt="lg" ta="center">
              {m.login_register_question()}{' '}
              <Anchor component={Link} to="/register" fw={600}>
                {m.login_register()}
              </Anchor>
            </Text>
          </IfBuilt>
        </Paper>
        {app?.demo === true && <DemoLogins logins={app.demoLogins} onChoose={login.fillIn} />}
      </Stack>
    </div>
  );
}
