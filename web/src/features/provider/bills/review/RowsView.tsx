import { Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Row } from '@/api/bills';
import { customerOptionsQuery } from '@/api/customers';
import type { Review } from '@/api/providerBills';
import { receiptQuery } from '@/api/receipts';
import { FileViews } from '@/components/FileViews';
import { ProblemList } from '@/domain/bills/ProblemList';
import { Details } from '@/components/Details';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { GivenToOthers } from './GivenToOthers';
import { ReceiptVat } from './ReceiptVat';
import classes from './Review.module.css';
import { rowDetails } from './rowDetails';

/** Each row with what it is made of, its remarks and its receipts, and what the bill gives to others. */
export function RowsView({ review }: { review: Review }) {
  const { bill, remarks, distances, distancesChecked: checked } = review;
  const abroad = bill.billableitems.some(({ foreignCountry }) => foreignCountry !== null);
  const { countries = [] } = useQuery({ ...customerOptionsQuery, enabled: abroad }).data ?? {};
  return (
    <Stack gap="sm">
      {bill.billableitems.map((row, place) => (
        <Paper key={row.id} withBorder p="md" className={classes.part}>
          <div className={classes.row} data-receipts={row.receipts.length > 0 || undefined}>
            <Stack gap="sm">
              <Group justify="space-between" wrap="nowrap" align="flex-start">
                <div>
                  <Text size="sm" c="dimmed">
                    {[m.bills_field_row({ row: place + 1 }), row.date]
                      .filter((part) => part !== null)
                      .join(' · ')}
                  </Text>
                  <Text fw={600} className={classes.text}>
                    {row.destination}
                  </Text>
                </div>
                <Text fw={600} className={classes.amount}>
                  {formatMoney(row.totalPrice)}
                </Text>
              </Group>
              <RowRemarks remarks={remarks} place={place} />
              <Details
                items={rowDetails(row, {
                  distance: distances.find((one) => one.row === place),
                  checked,
                  countries,
                })}
              />
              <ReceiptVat review={review} rowId={row.id} />
            </Stack>
            <Receipts receipts={row.receipts} />
          </div>
        </Paper>
      ))}
      <GivenToOthers review={review} />
    </Stack>
  );
}

function Receipts({ receipts: [first, ...others] }: Pick<Row, 'receipts'>) {
  if (first === undefined) return null;
  return (
    <FileViews label={m.providerbills_receipts()} files={[first, ...others]} query={receiptQuery} />
  );
}

function RowRemarks({ remarks, place }: { remarks: Review['remarks']; place: number }) {
  const own = remarks.filter(({ field }) => field.startsWith(`billableitems[${place}]`));
  if (own.length === 0) return null;
  return (
    <Text component="div" size="sm" c="var(--mantine-color-yellow-light-color)">
      <ProblemList clerk problems={own} />
    </Text>
  );
}
