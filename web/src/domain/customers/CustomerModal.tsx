import { Alert, Button, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { Customer } from '@/api/customers';
import { AppModal } from '@/components/AppModal';
import { m } from '@/paraglide/messages';
import { CustomerDetails, type ShownCustomer } from './CustomerDetails';
import { CustomerForm } from './CustomerForm';
import { SearchBox } from './SearchBox';
import { SearchResults } from './SearchResults';
import { useCustomerForm } from './useCustomerForm';
import { useCustomerSearch } from './useCustomerSearch';

/** What the customer's window shows. */
export type CustomerView =
  | { readonly kind: 'create'; readonly searched: string }
  /** A customer of the user's own, or a company of the register that the user begins to bill. */
  | { readonly kind: 'edit'; readonly customer: Customer }
  | { readonly kind: 'details'; readonly customer: ShownCustomer }
  /** A customer about to be made turned out to be in the register. */
  | { readonly kind: 'exists'; readonly crit: string };

/** Whether the user has to say how invoices reach a company of the register before billing it. */
export function needsDelivery({ own, sendBillMethod }: Customer): boolean {
  return !own && sendBillMethod !== 'EBILL';
}

interface Props {
  /** Nothing: the window is closed. */
  view: CustomerView | undefined;
  onView: (view: CustomerView | undefined) => void;
  /** A customer was made, changed or found. */
  onChosen: (customer: Customer) => void;
}

/** The window of one customer: its details, its form, or the search for one that exists. */
export function CustomerModal({ view, onView, onChosen }: Props) {
  const phone = useMediaQuery('(max-width: 36em)');
  const [dirty, setDirty] = useState(false);
  const [leaving, setLeaving] = useState(false);
  // What was shown stays while the window fades away.
  const [shown, setShown] = useState(view);
  if (view !== undefined && view !== shown) {
    setShown(view);
    setDirty(false);
    setLeaving(false);
  }
  const close = () => onView(undefined);
  const closeOrAsk = () => (dirty ? setLeaving(true) : close());
  const choose = (customer: Customer) => {
    if (needsDelivery(customer)) {
      onView({ kind: 'edit', customer });
      return;
    }
    onView(undefined);
    onChosen(customer);
  };
  return (
    <AppModal
      opened={view !== undefined}
      onClose={closeOrAsk}
      title={shown && titleOf(shown)}
      size="lg"
      fullScreen={phone}
    >
      {shown?.kind === 'details' && (
        <CustomerDetails
          customer={shown.customer}
          onEdit={(customer) => onView({ kind: 'edit', customer })}
          onClose={close}
        />
      )}
      {shown?.kind === 'exists' && <ExistingSearch crit={shown.crit} onChosen={choose} />}
      {(shown?.kind === 'create' || shown?.kind === 'edit') && (
        <FormView
          key={shown.kind === 'edit' ? shown.customer.id : 'new'}
          view={shown}
          onView={onView}
          onCancel={closeOrAsk}
          onChosen={choose}
          onDirty={setDirty}
          leaving={leaving}
          onLeaving={setLeaving}
        />
      )}
    </AppModal>
  );
}

function titleOf(view: CustomerView): string {
  switch (view.kind) {
    case 'create':
      return m.customers_new_title();
    case 'edit':
      return view.customer.own ? m.customers_edit_title() : m.customers_begin_title();
    case 'details':
      return m.customers_details_title();
    case 'exists':
      return m.customers_find_title();
  }
}

interface FormViewProps extends Pick<Props, 'onView' | 'onChosen'> {
  view: Extract<CustomerView, { kind: 'create' | 'edit' }>;
  onCancel: () => void;
  onDirty: (dirty: boolean) => void;
  leaving: boolean;
  onLeaving: (leaving: boolean) => void;
}

function FormView({
  view,
  onView,
  onCancel,
  onChosen,
  onDirty,
  leaving,
  onLeaving,
}: FormViewProps) {
  const state = useCustomerForm({
    ...(view.kind === 'edit' ? { customer: view.customer } : { searched: view.searched }),
    onSaved: onChosen,
    onExists: (crit) => onView({ kind: 'exists', crit }),
  });
  const { dirty } = state;
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  return (
    <CustomerForm
      state={state}
      leaving={leaving}
      onStay={() => onLeaving(false)}
      onCancel={onCancel}
      onDiscard={() => onView(undefined)}
      onUse={onChosen}
    />
  );
}

function ExistingSearch({ crit, onChosen }: { crit: string; onChosen: Props['onChosen'] }) {
  const search = useCustomerSearch({ start: crit });
  return (
    <Stack gap="md">
      <Alert role="alert" color="yellow">
        {m.customers_exists()}
      </Alert>
      <SearchBox search={search} name={m.customers_find_title()} />
      <SearchResults
        search={search}
        renderAction={(customer) => (
          <Button
            size="sm"
            aria-label={m.customers_choose_of({ name: customer.name })}
            onClick={() => onChosen(customer)}
          >
            {m.customers_choose()}
          </Button>
        )}
      />
    </Stack>
  );
}
