import { Alert, Button, Group, Menu, Paper, Text } from '@mantine/core';
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
import { ApiProblem } from '@/api/problem';
import type { components } from '@/api/schema';
import { useSession } from '@/api/session';
import { FormDialog } from '@/components/FormDialog';
import { NumberInput, numberInput } from '@/components/NumberInput';
import { tellProblem } from '@/components/tellProblem';
import { useForm } from '@/components/useForm';
import { OtherBillLink } from '@/domain/bills/OtherBillLink';
import { otherBillIn, reasonKey, reasonText } from '@/domain/bills/reasonText';
import { numberIn } from '@/lib/number';
import { m } from '@/paraglide/messages';
import classes from './Shifts.module.css';
import { hoursText } from './words';

type FieldProblem = components['schemas']['FieldProblem'];

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
  /** At this price they were sent, and no answer came. */
  readonly triedAt?: Price | undefined;
}

type Price = `${number}` | undefined;

/** Makes rows of shifts, asks for the price that is missing, and puts them on a bill. */
function useBillOfShifts(shifts: readonly Shift[], today: string) {
  const user = useSession();
  const navigate = useNavigate();
  const making = useRowsOfShifts();
  const creating = useBillOfRows();
  const adding = useAddRows();
  const [unpriced, setUnpriced] = useState<Pending>();
  const [refused, setRefused] = useState<RefusedFor>();
  const ids = shifts.map(({ shiftId }) => shiftId);
  const tell = (error: Error) => {
    const problem = otherBillOf(error);
    if (problem === undefined) return tellProblem(error);
    setUnpriced(undefined);
    setRefused({ problem, ids });
  };

  const open = ({ id }: Bill) => void navigate({ to: '/invoice', search: { id } });
  const store = ({ made, goal }: Pending, unitPrice?: Price) => {
    const rows = made.rows.map((row) => priced(row, unitPrice));
    const options = { onSuccess: open, onError: tell };
    if (goal !== undefined) return adding.mutate({ bill: goal, rows }, options);
    const language = user?.language === 'en' ? 'eng' : 'fin';
    const { sharedCustomer } = made;
    creating.mutate({ rows, sharedCustomer, billingdate: today, language }, options);
  };
  return {
    busy: making.isPending || creating.isPending || adding.isPending,
    /** Why it did not work, because of another bill that has one of these very shifts. */
    refusal: refused?.ids.join() === ids.join() ? refused.problem : undefined,
    asksForPrice: unpriced !== undefined,
    dismiss: () => setUnpriced(undefined),
    begin: (goal: Goal) => {
      setRefused(undefined);
      making.mutate(ids, {
        onSuccess: (made) => {
          const pending = { made, goal };
          if (made.rows.some(({ hourlyprice }) => hourlyprice === null)) setUnpriced(pending);
          else store(pending);
        },
        onError: tell,
      });
    },
    storeAt: (price: Price) => {
      if (unpriced === undefined) return;
      const isOther = 'triedAt' in unpriced && unpriced.triedAt !== price;
      setUnpriced({ ...unpriced, triedAt: price });
      if (!isOther) return store(unpriced, price);
      // At the price of before they may be on a draft by now, to which the refusal leads.
      making.mutate(ids, { onSuccess: () => store(unpriced, price), onError: tell });
    },
  };
}

/** What the chosen shifts become. */
export function SelectionBar({ shifts, month, today }: Props) {
  const { busy, refusal, asksForPrice, dismiss, begin, storeAt } = useBillOfShifts(shifts, today);
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
          {m.shifts_make({ count })}
        </Button>
      </Group>
      {refusal !== undefined && <BillInTheWay problem={refusal} />}
      {asksForPrice && <PriceDialog busy={busy} close={dismiss} onPrice={storeAt} />}
    </Paper>
  );
}

/** What was refused, of shifts that may be others by now. */
interface RefusedFor {
  readonly problem: FieldProblem;
  readonly ids: readonly string[];
}

/** The fault of a refusal that names another bill. */
function otherBillOf(error: Error): FieldProblem | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  return error.fields.find((one) => otherBillIn(reasonKey(one)) !== undefined);
}

function BillInTheWay({ problem }: { problem: FieldProblem }) {
  const other = otherBillIn(reasonKey(problem));
  return (
    <Alert color="red" w="100%">
      <Text size="sm">{reasonText(problem)}</Text>
      {other !== undefined && <OtherBillLink other={other} />}
    </Alert>
  );
}

/** The row at a price, folded up once it has one. A row that has a price keeps it. */
function priced(row: Row, unitPrice: Price): RowBody {
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
  onPrice: (price: Price) => void;
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
