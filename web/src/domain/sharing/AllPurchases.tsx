import { useCursorList } from '@/api/listing';
import { allPurchases, type Purchase } from '@/api/purchases';
import { DataTable, type Column } from '@/components/list/DataTable';
import { ListView } from '@/components/list/ListView';
import { RowLink } from '@/components/list/RowLink';
import { StateBadge } from '@/components/StateBadge';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { purchaseState } from './sharingWords';

function columns(): [Column<Purchase>, ...Column<Purchase>[]] {
  return [
    {
      name: m.purchases_name(),
      cell: ({ name, billId }) => (
        <RowLink to="/invoice" search={{ id: billId }}>
          {name}
        </RowLink>
      ),
    },
    { name: m.purchases_duedate(), cell: ({ duedate }) => duedate, from: 'sm', unbroken: true },
    {
      name: m.purchases_state(),
      cell: (purchase) => <StateBadge state={purchaseState(purchase)} />,
    },
    { name: m.purchases_paid_on(), cell: ({ paid }) => paid, from: 'md', unbroken: true },
    { name: m.purchases_total(), cell: ({ total }) => formatMoney(total), numeric: true },
  ];
}

/** The purchases of all the worker's bills, each leading to its bill. */
export function AllPurchases({ personId }: { personId: string }) {
  const list = useCursorList(allPurchases(personId));
  return (
    <ListView list={list} empty={m.purchases_archive_empty()}>
      {(purchases) => (
        <DataTable
          caption={m.purchases_archive()}
          items={purchases}
          keyOf={({ id }) => id}
          columns={columns()}
          stacked
        />
      )}
    </ListView>
  );
}
