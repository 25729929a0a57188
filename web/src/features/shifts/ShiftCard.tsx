import {
  Alert,
  Badge,
  Button,
  Card,
  Checkbox,
  Collapse,
  Group,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertTriangle, IconChevronDown, IconPencil, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import {
  useDeleteShift,
  type Entitlement,
  type Shift,
  type ShiftDifference,
} from '@/api/ownShifts';
import { TextLink } from '@/components/links';
import { tellProblem } from '@/components/tellProblem';
import { billName } from '@/domain/bills/billWords';
import { useLanguage } from '@/lib/language';
import { m } from '@/paraglide/messages';
import { Reimbursements } from './Reimbursements';
import classes from './Shifts.module.css';
import { clockOf, dayOf, departmentText, ENTITLEMENTS, isFree, longDay, timesText } from './words';

interface Props {
  shift: Shift;
  chosen: boolean;
  onChoose: (on: boolean) => void;
  /** Whether its reimbursements are shown. */
  open: boolean;
  onToggle: () => void;
  onEdit: () => void;
}

export function ShiftCard({ shift, chosen, onChoose, open, onToggle, onEdit }: Props) {
  const language = useLanguage();
  const panel = useId();
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  const name = longDay(shift.startDateTime, language);
  const free = isFree(shift);
  const times = timesText(shift.startDateTime, shift.endDateTime);
  return (
    <Card
      component="li"
      withBorder
      radius="lg"
      p="md"
      tabIndex={-1}
      data-day={shift.startDateTime.slice(0, 10)}
      className={classes.card}
      aria-label={`${name} ${times}`}
    >
      <Group align="flex-start" wrap="nowrap" gap="sm">
        <Checkbox
          mt={4}
          aria-label={m.shifts_choose({ day: name, times })}
          checked={chosen}
          disabled={!free}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
        <div className={classes.facts}>
          <Group gap="xs" justify="space-between">
            <Title order={2} size="h4" className={classes.day}>
              {name}
            </Title>
            <Badge variant="light" color={shift.origin === 'PLANNING' ? 'blue' : 'gray'}>
              {shift.origin === 'PLANNING' ? m.shifts_from_planning() : m.shifts_own()}
            </Badge>
          </Group>
          <Text>
            <span className={classes.times}>{times}</span>
            {` · ${departmentText(shift)}`}
          </Text>
          <BillOfShift shift={shift} />
          <Group gap="xs" mt="xs">
            <Button
              variant="default"
              size="sm"
              aria-expanded={open}
              aria-controls={panel}
              rightSection={
                <IconChevronDown
                  size={16}
                  aria-hidden="true"
                  className={classes.chevron}
                  data-open={open || undefined}
                />
              }
              onClick={onToggle}
            >
              {m.shifts_reimbursements()}
            </Button>
            {shift.origin === 'OWN' && free && <OwnShift shift={shift} onEdit={onEdit} />}
          </Group>
        </div>
      </Group>
      {/* Folded, it keeps what was typed, and still hears how saving it ended. */}
      <Collapse expanded={open} id={panel} keepMountedMode="display-none">
        {opened && <Reimbursements shift={shift} />}
      </Collapse>
    </Card>
  );
}

/** The bill that the shift is on, and what that says otherwise than planning does. */
function BillOfShift({ shift: { bill, difference, withdrawn } }: { shift: Shift }) {
  const billed = difference === null ? '' : billedText(difference);
  return (
    <Stack gap={4} mt={4}>
      {bill !== null && (
        <Text size="sm">
          <TextLink to="/invoice" search={{ id: bill.id }} inherit>
            {m.shifts_on_bill({ bill: billName(bill) })}
          </TextLink>
        </Text>
      )}
      {difference?.givenAway === true && (
        <Alert role="note" p="xs" color="yellow" icon={<IconAlertTriangle aria-hidden="true" />}>
          {m.shifts_given_away()}
        </Alert>
      )}
      {billed !== '' && (
        <Alert role="note" p="xs" color="yellow" icon={<IconAlertTriangle aria-hidden="true" />}>
          {m.shifts_differs({ times: billed })}
        </Alert>
      )}
      {bill === null && withdrawn.length > 0 && (
        <Alert role="note" p="xs" color="yellow" icon={<IconAlertTriangle aria-hidden="true" />}>
          {m.shifts_withdrawn({ what: namesOf(withdrawn) })}
        </Alert>
      )}
    </Stack>
  );
}

function namesOf(entitlements: readonly Entitlement[]): string {
  return entitlements.map((one) => ENTITLEMENTS[one]()).join(', ');
}

function dayAndTime(time: string): string {
  return `${dayOf(time)} ${clockOf(time)}`;
}

/** What the bill says otherwise than planning does. */
function billedText(difference: ShiftDifference): string {
  const { startDateTime, endDateTime, department, notEntitled } = difference;
  return [
    startDateTime === null ? '' : m.shifts_differs_start({ time: dayAndTime(startDateTime) }),
    endDateTime === null ? '' : m.shifts_differs_end({ time: dayAndTime(endDateTime) }),
    department === null ? '' : m.shifts_differs_department({ name: department }),
    notEntitled.length === 0 ? '' : m.shifts_differs_claims({ what: namesOf(notEntitled) }),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** What can be done to a shift that its worker added. */
function OwnShift({ shift, onEdit }: { shift: Shift; onEdit: () => void }) {
  const language = useLanguage();
  const deletion = useDeleteShift();
  const ask = () =>
    modals.openConfirmModal({
      title: m.shifts_delete_title(),
      children: <Text>{longDay(shift.startDateTime, language)}</Text>,
      labels: { confirm: m.shifts_delete(), cancel: m.dialog_cancel() },
      confirmProps: { color: 'red' },
      onConfirm: () => deletion.mutate(shift, { onError: tellProblem }),
    });
  return (
    <>
      <Button
        variant="subtle"
        size="sm"
        leftSection={<IconPencil size={16} aria-hidden="true" />}
        onClick={onEdit}
      >
        {m.shifts_edit()}
      </Button>
      <Button
        variant="subtle"
        color="red"
        size="sm"
        loading={deletion.isPending}
        leftSection={<IconTrash size={16} aria-hidden="true" />}
        onClick={ask}
      >
        {m.shifts_delete()}
      </Button>
    </>
  );
}
