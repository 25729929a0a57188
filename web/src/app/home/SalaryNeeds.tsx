import { Alert, List, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle } from '@tabler/icons-react';
import { salaryNeedsQuery, type SalaryNeed } from '@/api/salaries';
import { ButtonLink } from '@/components/links';
import { m } from '@/paraglide/messages';

const NEEDS: Readonly<Record<SalaryNeed, () => string>> = {
  NO_ACCOUNT: m.home_needs_account,
  NO_PROFESSION: m.home_needs_profession,
  NO_TAX_CARD: m.home_needs_tax_card,
};

/** What a salary that is on its way waits for, if anything. Without an answer nothing is said. */
export function SalaryNeeds({ personId }: { personId: string }) {
  const { data } = useQuery({ ...salaryNeedsQuery(personId), enabled: personId !== '' });
  const needs = data?.needs ?? [];
  if (needs.length === 0) return null;
  const waits = needs.some((need) => need !== 'NO_TAX_CARD');
  return (
    <Alert
      color="yellow"
      role="status"
      icon={<IconAlertTriangle aria-hidden="true" />}
      title={waits ? m.home_needs_title() : m.home_needs_card_title()}
    >
      <Stack gap="sm" align="flex-start">
        <List spacing={4}>
          {needs.map((need) => (
            <List.Item key={need}>{NEEDS[need]()}</List.Item>
          ))}
        </List>
        <ButtonLink to="/account" variant="default" size="sm">
          {m.home_needs_open()}
        </ButtonLink>
      </Stack>
    </Alert>
  );
}
