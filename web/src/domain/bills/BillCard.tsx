import { ActionIcon, Badge, Button, Card, Group, Text, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { useToday } from '@/api/today';
import type { BillCard as Bill } from '@/api/billLists';
import { billPdfAddress } from '@/api/billPages';
import { m } from '@/paraglide/messages';
import { ButtonLink, TextLink } from '@/components/links';
import { StateBadge } from '@/components/StateBadge';
import { actionsOf, type BillAction } from './billActions';
import classes from './BillCard.module.css';
import { ACTION_WORDS, BillMenu } from './BillMenu';
import { ProgressLine } from './BillProgress';
import { BillStatus } from './BillStatus';
import {
  amountText,
  billMark,
  customerName,
  DRAFT_SHARES,
  numberText,
  paysAsWritten,
  salaryText,
  shareText,
} from './billWords';
import { daysLate, dueNote } from './due';
import { useBillActions } from './useBillActions';

/** The main actions are buttons; the others are in the menu. */
const SHOWN: ReadonlySet<BillAction> = new Set(['send', 'open', 'requestOpening']);

/** A bill at a glance, with what can be done to it. */
export function BillCard({ bill }: { bill: Bill }) {
  const titleId = useId();
  const actions = useBillActions(bill);
  const choices = actionsOf(bill);
  const editable = bill.state === 'OPEN';
  const shown = choices.filter((choice) => SHOWN.has(choice));
  return (
    <Card
      component="article"
      withBorder
      padding="md"
      className={classes.card}
      aria-labelledby={titleId}
    >
      <Group justify="space-between" align="flex-start" gap="xs">
        <BillStatus {...bill} />
        <Group gap={0} wrap="nowrap">
          <PrintLink bill={bill} />
          <BillMenu
            bill={bill}
            choices={choices.filter((choice) => !SHOWN.has(choice))}
            actions={actions}
          />
        </Group>
      </Group>
      <Title order={3} id={titleId} className={classes.title}>
        <TextLink to="/invoice" search={{ id: bill.id }} inherit c="inherit">
          {customerName(bill)}
        </TextLink>
      </Title>
      <Group gap="xs">
        <Text c="dimmed" size="sm">
          {[numberText(bill), bill.billingdate].filter(Boolean).join(' · ')}
        </Text>
        <BillMark bill={bill} />
        <BillShares bill={bill} />
      </Group>
      <BillFacts bill={bill} />
      <ProgressLine bill={bill} />
      <Group gap="xs" mt="auto">
        <ButtonLink
          to="/invoice"
          search={{ id: bill.id }}
          variant={editable ? 'light' : 'default'}
          size="sm"
          px="sm"
        >
          {editable ? m.bills_edit() : m.bills_view()}
        </ButtonLink>
        {shown.map((choice) => (
          <Button
            key={choice}
            size="sm"
            px="sm"
            variant={choice === 'send' ? 'filled' : 'default'}
            disabled={actions.busy}
            onClick={() => actions.run(choice)}
          >
            {ACTION_WORDS[choice].text()}
          </Button>
        ))}
      </Group>
      {actions.dialog}
    </Card>
  );
}

function PrintLink({ bill }: { bill: Bill }) {
  const name = `${m.bills_print({ customer: customerName(bill) })} ${m.opens_in_new_tab()}`;
  return (
    <ActionIcon
      component="a"
      href={billPdfAddress(bill.id)}
      target="_blank"
      rel="noopener"
      variant="subtle"
      color="gray"
      c="inherit"
      size="lg"
      aria-label={name}
      title={m.bills_action_print()}
    >
      <IconPrinter size={20} aria-hidden="true" />
    </ActionIcon>
  );
}

export function BillMark({ bill }: { bill: Bill }) {
  const mark = billMark(bill);
  if (mark === undefined) return null;
  const { text, icon: MarkIcon } = mark;
  return (
    <Badge
      variant="default"
      size="sm"
      className={classes.mark}
      leftSection={<MarkIcon size={12} aria-hidden="true" />}
    >
      {text}
    </Badge>
  );
}

/** What the contractor of a draft has to know of its shares. */
export function BillShares({ bill: { shares } }: { bill: Bill }) {
  return shares !== null && <StateBadge state={DRAFT_SHARES[shares]} />;
}

function BillFacts({ bill }: { bill: Bill }) {
  return (
    <dl className={classes.facts}>
      <Fact name={m.bills_total()}>
        <span className={classes.total}>{amountText(bill.totalpriceWithAlv)}</span>
      </Fact>
      {!bill.creditNote && (
        <Fact name={m.bills_due_date()}>
          <DueDate bill={bill} />
        </Fact>
      )}
      {paysAsWritten(bill) && (
        <Fact name={m.bills_salary()}>
          <Salary bill={bill} />
        </Fact>
      )}
    </dl>
  );
}

/** What reaches the worker's account, in euros, and as a share of the VAT-free billing. */
export function Salary({ bill }: { bill: Bill }) {
  return (
    <>
      {salaryText(bill)}
      {bill.salaryPercent !== null && (
        <Text span size="sm" c="dimmed" className={classes.share}>
          {shareText(bill.salaryPercent)}
        </Text>
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The due date, and how far off it is when that matters. */
export function DueDate({ bill }: { bill: Bill }) {
  const { today } = useToday();
  if (bill.exactDueDate === null) return <span>{m.bills_no_date()}</span>;
  const note = dueNote(bill, today);
  return (
    <>
      {/* For how long it is late, its status says. */}
      <Text span inherit {...(daysLate(bill, today) !== undefined && { c: 'error' })}>
        {bill.exactDueDate}
      </Text>
      {note !== undefined && (
        <Text span size="sm" display="block" c="dimmed">
          {note}
        </Text>
      )}
    </>
  );
}
