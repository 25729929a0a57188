import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useReadiness } from '@/api/readiness';
import { useSession } from '@/api/session';
import { isWorker, useViewer } from '@/api/viewer';
import { PageTitle } from '@/components/PageTitle';
import { PayrollChecks } from '@/domain/readiness/PayrollChecks';
import { menuLinks, type MenuLink } from '../pages/menu';
import { m } from '@/paraglide/messages';
import { Checklist } from './Checklist';
import classes from './HomePage.module.css';
import { NextStep } from './NextStep';

/** Welcomes by name and lists what there is to use. */
export function HomePage() {
  const user = useSession();
  const readiness = useReadiness();
  const links = menuLinks(useViewer()).filter(({ summary }) => summary !== undefined);
  return (
    <Stack gap="xl">
      <div className={classes.welcome}>
        <PageTitle>{m.home_greeting({ name: user?.firstName ?? '' })}</PageTitle>
        <Text size="lg" mt="sm" maw={640}>
          {m.home_intro()}
        </Text>
      </div>
      {readiness !== undefined && <PayrollChecks readiness={readiness} />}
      {readiness !== undefined && <Checklist readiness={readiness} />}
      {isWorker(user) && <NextStep personId={user?.id ?? ''} readiness={readiness} />}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        {links.map((link) => (
          <PageCard key={link.path} link={link} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function PageCard({ link }: { link: MenuLink }) {
  const { path, title, summary, icon: LinkIcon } = link;
  return (
    <Card component={Link} to={path} withBorder padding="lg" className={classes.card}>
      <LinkIcon size={28} stroke={1.5} aria-hidden="true" className={classes.icon} />
      <Title order={2} size="h3" mt="sm">
        {title()}
      </Title>
      <Text c="dimmed" mt={4}>
        {summary?.()}
      </Text>
    </Card>
  );
}
