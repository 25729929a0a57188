import { Paper, Text, Title, UnstyledButton } from '@mantine/core';
import type { DemoLogin } from '@/api/app';
import type { Credentials } from '@/api/session';
import { m } from '@/paraglide/messages';
import classes from './DemoLogins.module.css';

/** Every demo account has it; the server prints it at start as well. */
const DEMO_PASSWORD = 'demo-liksa';

const KIND_NAMES: Record<DemoLogin['kind'], () => string> = {
  worker: m.demo_worker,
  employee: m.demo_employee,
  subcontractor: m.demo_subcontractor,
  clerk: m.demo_clerk,
  payroll: m.demo_payroll,
  payroll2: m.demo_payroll2,
  admin: m.demo_admin,
};

interface Props {
  logins: readonly DemoLogin[];
  onChoose: (credentials: Credentials) => void;
}

export function DemoLogins({ logins, onChoose }: Props) {
  return (
    <Paper component="section" withBorder radius="lg" p="lg" className={classes.demo}>
      <Title order={2} size="h3">
        {m.login_demo_title()}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {m.login_demo_body()}
      </Text>
      <ul className={classes.list}>
        {logins.map(({ email, kind }) => (
          <li key={email}>
            <UnstyledButton
              className={classes.account}
              onClick={() => onChoose({ username: email, password: DEMO_PASSWORD })}
            >
              <Text span size="sm" fw={600}>
                {KIND_NAMES[kind]()}
              </Text>
              <Text span size="xs" c="dimmed">
                {email}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Paper>
  );
}
