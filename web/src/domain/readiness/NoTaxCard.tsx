import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { WithoutTaxCard } from '@/api/calculator';
import { useReadiness } from '@/api/readiness';
import { useSession } from '@/api/session';
import { TaxCardUpload } from '@/domain/account/TaxCardUpload';
import { HelpLink } from '@/domain/help/HelpLink';
import { formatMoney } from '@/lib/format/money';
import { formatPercent } from '@/lib/format/percent';
import { fractionOfPercent } from '@/lib/format/exact';
import { m } from '@/paraglide/messages';
import { cardState } from './needs';

interface Props {
  without: WithoutTaxCard;
  /** Of a salary that is paid, and not of an estimate. */
  paid?: boolean;
}

/** Why so much tax is withheld, what a tax card would change, and the way to send one. */
export function NoTaxCard({ without, paid = false }: Props) {
  const personId = useSession()?.id ?? '';
  const state = cardState(useReadiness());
  const percent = formatPercent(fractionOfPercent(without.percent));
  const example = formatPercent(fractionOfPercent(without.examplePercent));
  const title = paid
    ? m.readiness_no_card_paid({ percent })
    : state === 'WAITING'
      ? m.readiness_no_card_read({ percent })
      : m.readiness_no_card({ percent });
  const exampleText = paid ? m.readiness_card_example_paid : m.readiness_card_example;
  return (
    <Alert role="note" color="yellow" icon={<IconAlertTriangle aria-hidden="true" />} title={title}>
      <Stack gap="sm" align="flex-start">
        {without.exampleSalary !== null && (
          <Text size="sm">
            {exampleText({ percent: example, amount: formatMoney(without.exampleSalary) })}
          </Text>
        )}
        <HelpLink topic="tax-card" said besideForm />
        {state === 'MISSING' && <TaxCardUpload personId={personId} />}
        {state === 'WAITING' && <Text size="sm">{m.readiness_card_waiting()}</Text>}
      </Stack>
    </Alert>
  );
}
