import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import { workerQuery, type TaxCard, type Worker } from '@/api/providerPeople';
import { useSession } from '@/api/session';
import { Panel } from '@/components/Panel';
import { TextLink } from '@/components/links';
import { LoadFailure } from '@/components/LoadFailure';
import { PageLoader } from '@/components/PageLoader';
import { PageTitle } from '@/components/PageTitle';
import { Details } from '@/components/Details';
import { formatMoney } from '@/lib/format/money';
import { formatPercent } from '@/lib/format/percent';
import { fractionOfPercent } from '@/lib/format/exact';
import { m } from '@/paraglide/messages';
import { DistraintForm } from './DistraintForm';
import { RolesForm } from './RolesForm';
import { TermsForm } from './TermsForm';
import classes from './WorkerPage.module.css';
import { WorkerBills, WorkerSalaries } from './WorkerLists';

/** One worker as the provider sees them: to be read, but for the terms. */
export function WorkerPage() {
  const { personId } = useParams({ from: '/provider/workers/$personId' });
  const { data: worker, error, refetch } = useQuery(workerQuery(personId));
  if (error !== null && worker === undefined) {
    return <LoadFailure error={error} retry={() => void refetch()} />;
  }
  if (worker === undefined) return <PageLoader />;
  return (
    <Stack gap="md">
      <div>
        <TextLink to="/provider/workers" size="sm" className={classes.back}>
          <IconArrowLeft size={16} aria-hidden="true" />
          {m.provider_page_workers()}
        </TextLink>
        <PageTitle>{worker.name}</PageTitle>
      </div>
      <div className={classes.columns}>
        <Stack gap="md">
          <Panel title={m.providerpeople_facts()}>
            <PersonDetails worker={worker} />
          </Panel>
          <Panel title={m.provider_page_tax_cards()}>
            <TaxCards cards={worker.taxCards} />
          </Panel>
          <Panel title={m.page_invoices()}>
            <WorkerBills bills={worker.bills} />
          </Panel>
          <Panel title={m.page_salaries()}>
            <WorkerSalaries personId={worker.id} />
          </Panel>
        </Stack>
        <Stack gap="md">
          <Panel title={m.providerpeople_terms()}>
            <TermsForm key={worker.id} worker={worker} />
          </Panel>
          <Panel title={m.invoice_line_distraint()}>
            <DistraintForm key={worker.id} worker={worker} />
          </Panel>
          <Roles personId={worker.id} />
        </Stack>
      </div>
    </Stack>
  );
}

function PersonDetails({ worker }: { worker: Worker }) {
  return (
    <Details
      items={[
        { name: m.login_username(), value: worker.email },
        { name: m.account_marketing_name(), value: worker.marketingName },
        { name: m.providerpeople_phone(), value: worker.phone },
        {
          name: m.providerpeople_address(),
          value: [worker.address, `${worker.postalcode} ${worker.city}`.trim()]
            .filter(Boolean)
            .join(', '),
        },
        { name: m.providerpeople_birth_date(), value: worker.birthDate },
        { name: m.providerpeople_iban(), value: worker.iban ?? m.providerpeople_mark_no_account() },
        { name: m.providerpeople_customers(), value: worker.customers },
        { name: m.providerpeople_bills_sent(), value: worker.billsTotal },
      ]}
    />
  );
}

function TaxCards({ cards }: { cards: readonly TaxCard[] }) {
  const waiting = cards.some(({ state }) => state === 'WAITING');
  const terms = cards.find(({ state }) => state === 'IN_USE')?.terms;
  return (
    <Stack gap="xs">
      {waiting && <TextLink to="/provider/tax-cards">{m.providerpeople_card_waits()}</TextLink>}
      {terms === undefined || terms === null ? (
        <Text c="dimmed">{m.providerpeople_no_card()}</Text>
      ) : (
        <Details
          items={[
            { name: m.providerpeople_card_base_rate(), value: percentText(terms.baseRate) },
            {
              name: m.providerpeople_card_additional_rate(),
              value: terms.additionalRate === null ? null : percentText(terms.additionalRate),
            },
            {
              name: m.providerpeople_card_ceiling(),
              value: terms.ceiling === null ? null : formatMoney(terms.ceiling),
            },
            { name: m.providerpeople_card_valid_from(), value: terms.validFrom },
          ]}
        />
      )}
    </Stack>
  );
}

function percentText(percent: number): string {
  return formatPercent(fractionOfPercent(percent));
}

/** Only an administrator decides who may do what. */
function Roles({ personId }: { personId: string }) {
  const isAdmin = useSession()?.roles.includes('ROLE_ADMIN') ?? false;
  if (!isAdmin) return null;
  return (
    <Panel title={m.providerpeople_roles()}>
      <RolesForm personId={personId} />
    </Panel>
  );
}
