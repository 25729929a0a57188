import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useSession } from '@/api/session';
import { useVisit } from '@/api/visit';
import { ButtonLink } from '@/components/links';
import { PageTitle } from '@/components/PageTitle';
import { LandingLink } from '@/components/PriceNote';
import { formatMoney } from '@/lib/format/money';
import { formatPercent } from '@/lib/format/percent';
import { m } from '@/paraglide/messages';

export function AboutPage() {
  const visitor = useSession() === null;
  const { app } = useVisit();
  const price = {
    percent: app === undefined ? '' : formatPercent(app.servicePercent),
    maximum: app === undefined ? '' : formatMoney(app.serviceFeeMaximumPerMonth),
  };
  const points = [
    [m.legal_about_bill_title(), m.legal_about_bill_1()],
    [m.legal_about_collect_title(), m.legal_about_collect_1()],
    [m.legal_about_salary_title(), m.legal_about_salary_1()],
    ...(app === undefined
      ? []
      : [[m.legal_about_price_title(), m.legal_about_price_1(price)] as const]),
  ] as const;
  return (
    <Stack gap="lg">
      <div>
        <PageTitle>{m.page_about()}</PageTitle>
        <Text mt="xs" size="lg" c="dimmed" maw={640}>
          {m.legal_about_intro()}
        </Text>
      </div>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {points.map(([title, body]) => (
          <Paper key={title} withBorder radius="lg" p="lg">
            <Title order={2} size="h3" mb="xs">
              {title}
            </Title>
            <Text>{body}</Text>
          </Paper>
        ))}
      </SimpleGrid>
      <Group>
        <ButtonLink to="/calculator" variant={visitor ? 'default' : 'filled'}>
          {m.legal_about_calculator()}
        </ButtonLink>
        {visitor && <ButtonLink to="/register">{m.legal_about_register()}</ButtonLink>}
        <LandingLink />
      </Group>
    </Stack>
  );
}
