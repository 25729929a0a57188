import { useDeliveries, type DeliveryState } from '@/api/deliveries';
import { DataTable } from '@/components/provider/DataTable';
import { ListView } from '@/components/provider/ListView';
import { m } from '@/paraglide/messages';
import { deliveryColumns } from './deliveryColumns';

interface Props {
  state: DeliveryState;
  empty: string;
}

/** The deliveries of one state. */
export function DeliveryList({ state, empty }: Props) {
  const list = useDeliveries(state);
  return (
    <ListView list={list} empty={empty}>
      {(deliveries) => (
        <DataTable
          caption={m.provider_page_deliveries()}
          items={deliveries}
          keyOf={({ id }) => id}
          columns={deliveryColumns()}
          leading
        />
      )}
    </ListView>
  );
}
