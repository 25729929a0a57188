import { Button, Group, Menu, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconFileInvoice } from '@tabler/icons-react';
import { useState } from 'react';
import { rowBodyOf, type Bill, type Row, type RowBody } from '@/api/bills';
import {
  draftsQuery,
  useAddRows,
  useBillOfRows,
  useRowsOfShifts,
  type RowsOfShifts,
  type Shift,
} from '@/api/ownShifts';
import { useSession } from '@/api/session';
import { FormDialog } from '@/components/FormDialog';
import { NumberInput, numberInput } from '@/components/NumberInput';
import { tellProblem } from '@/components/tellProblem';
import { useForm } from '@/components/useForm';
import { numberIn } from '@/lib/number';
import { m } from '@/paraglide/messages';
import classes from './Shifts.module.css';
import { hoursText } from './words';

interface Props {
  /** Those that are chosen. */
  shifts: readonly Shift[];
  month: string;
  /** DD.MM.YYYY */
  today: string;
}

/** Where the rows go: to a new draft, or to one that is there. */
type Goal = Bill | undefined;

interface Pending {
  readonly made: RowsOfShifts;
  readonly goal: Goal;
}

/** What the chosen shifts become. */
export function SelectionBar({ shifts, month, today }: Props) {
  const user = useSession();
  const navigate = useNavigate();
  const making = useRowsOfShifts();
  const creating = useBillOfRows();
  const adding = useAddRows();
  const [unpriced, setUnpriced] = useState<Pending>();
  const busy = making.isPending || creating.isPending || adding.isPending;

  const open = ({ id }: Bill) => void navigate({ to: '/invoice', search: { id } });
  const store = ({ made, goal }: Pending, unitPrice?: `${number}`) => {
    const rows = made.rows.map((row) => priced(row, unitPrice));
    const options = { onSuccess: open, onError: tellProblem };
    if (goal !== undefined) return adding.mutate({ bill: goal, rows }, options);
    const language = user?.language === 'en' ? 'eng' : 'fin';
    const { sharedCustomer } = made;
    creating.mutate({ rows, sharedCustomer, billingdate: today, language }, options);
  };
  const begin = (goal: Goal) =>
    making.mutate(
      shifts.map(({ shiftId }) => shiftId),
      {
        onSuccess: (made) => {
          const pending = { made, goal };
          if (made.rows.some(({ hourlyprice }) => hourlyprice === null)) setUnpriced(pending);
          else store(pending);
        },
        onError: tellProblem,
      },
    );
  const count = shifts.length;
  return (
    <Paper
      withBorder
      shadow="md"
      radius="lg"
      p="sm"
      className={classes.bar}
      role="region"
      aria-label={m.shifts_chosen_label()}
    >
      <Text className={classes.times}>{m.shifts_hours({ hours: hoursText(shifts) })}</Text>
      <Group gap="xs">
        <Drafts month={month} busy={busy} onChoose={begin} />
        <Button
          leftSection={<IconFileInvoice size={20} aria-hidden="true" />}
          loading={busy}
          onClick={() => begin(undefined)}
        >
          {count === 1 ? m.shifts_make_one() : m.shifts_make({ count })}
        </Button>
      </Group>
      {unpriced !== undefined && (
        <PriceDialog
          busy={busy}
          close={() => setUnpriced(undefined)}
          onPrice={(price) => store(unpriced, price)}
        />
      )}
    </Paper>
  );
}

/** The row at a price, folded up once it has one. A row that has a price keeps it. */
function priced(row: Row, unitPrice: `${number}` | undefined): RowBody {
  const hourlyprice = row.hourlyprice ?? unitPrice ?? null;
  // Totals follow from it.
  return { ...rowBodyOf(row), hourlyprice, alvPrice: null, collapsed: hourlyprice !== null };
}

interface DraftsProps {
  month: string;
  busy: boolean;
  onChoose: (bill: Bill) => void;
}

/** The drafts of the same month, to which the rows can be added. */
function Drafts({ month, busy, onChoose }: DraftsProps) {
  const personId = useSession()?.id ?? '';
  const [opened, setOpened] = useState(false);
  const { data, error, refetch } = useQuery(draftsQuery(personId, opened ? month : undefined));
  return (
    <Menu opened={opened} onChange={setOpened} position="top-end">
      <Menu.Target>
        <Button variant="default" disabled={busy}>
          {m.shifts_add_to_draft()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {data === undefined && error === null && <Menu.Label>{m.loading()}</Menu.Label>}
        {error !== null && (
          <Menu.Item closeMenuOnClick={false} onClick={() => void refetch()}>
            {m.retry()}
          </Menu.Item>
        )}
        {data?.length === 0 && <Menu.Label>{m.shifts_no_drafts()}</Menu.Label>}
        {data?.map((bill) => (
          <Menu.Item key={bill.id} onClick={() => onChoose(bill)}>
            {m.shifts_draft({
              customer: bill.sharedCustomer?.name ?? m.bills_no_customer(),
              rows: bill.billableitems.length,
            })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface PriceProps {
  busy: boolean;
  close: () => void;
  onPrice: (price: `${number}` | undefined) => void;
}

/** Asks for the price of an hour where the department was never billed before. */
function PriceDialog({ busy, close, onPrice }: PriceProps) {
  const form = useForm({ price: '' }, ({ price }) =>
    price.trim() !== '' && numberIn(price, 'price') === undefined
      ? { price: 'validation.invalidNumber' }
      : {},
  );
  const send = () => onPrice(numberIn(form.fields.price, 'price'));
  return (
    <FormDialog
      title={m.shifts_price_title()}
      formRef={form.form}
      confirm={m.shifts_price_confirm()}
      onSubmit={form.submit(send)}
      busy={busy}
      close={close}
    >
      <Text>{m.shifts_price_body()}</Text>
      <NumberInput
        {...numberInput(form, 'price')}
        kind="price"
        unit="€"
        label={m.shifts_price()}
        data-autofocus
      />
    </FormDialog>
  );
}
