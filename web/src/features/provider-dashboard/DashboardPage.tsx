import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useSession } from '@/api/session';
import { useViewer } from '@/api/viewer';
import { TextLink } from '@/components/links';
import { PageTitle } from '@/components/PageTitle';
import { providerGroups } from '@/lib/providerMenu';
import { m } from '@/paraglide/messages';

/** Where the day of the provider's staff begins. */
export function DashboardPage() {
  const user = useSession();
  const groups = providerGroups(useViewer());
  return (
    <Stack gap="lg">
      <PageTitle>{m.home_greeting({ name: user?.firstName ?? '' })}</PageTitle>
      {groups.length === 0 && <Text>{m.home_nothing_yet()}</Text>}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {groups.map(({ name, links }) => (
          <Card key={name} withBorder>
            <Title order={2} size="h3">
              {name}
            </Title>
            <Stack gap="xs" mt="sm">
              {links.map(({ path, title }) => (
                <TextLink key={path} to={path}>
                  {title()}
                </TextLink>
              ))}
            </Stack>
          </Card>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
