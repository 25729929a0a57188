import { Button, Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState, type FocusEvent, type KeyboardEvent } from 'react';
import type { BillCustomer } from '@/api/bills';
import { useSaveCustomer, type Customer } from '@/api/customers';
import { printWarning } from '@/components/printWarning';
import { notify } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import type { ShownCustomer } from './CustomerDetails';
import { deliveryText, identityText } from './CustomerLine';
import { CustomerModal, needsDelivery, type CustomerView } from './CustomerModal';
import classes from './CustomerPicker.module.css';
import { ADD_NEW, PickerOptions, SHOW_MORE } from './PickerOptions';
import { usePickerCustomers } from './usePickerCustomers';

interface Props {
  value: BillCustomer | null;
  onChange: (customer: Customer | null) => void;
  /** Why another customer cannot be picked. */
  disabled?: string | undefined;
  /** What is wrong with the choice. */
  error?: string | undefined;
}

/**
 * Picks the customer of an invoice: the user's own at once, those of the shared register after typing,
 * and one that neither has is made in place.
 */
export function CustomerPicker({ value, onChange, disabled, error }: Props) {
  const [view, setView] = useState<CustomerView>();
  const picker = usePicker(onChange, setView);
  const { customers, editing } = picker;
  const { search, known } = customers;
  return (
    <div onBlur={picker.leave}>
      <Combobox
        store={picker.combobox}
        onOptionSubmit={picker.submitOption}
        shadow="md"
        // Within the landmark of the page, where a screen reader looks for it.
        withinPortal={false}
      >
        <Combobox.Target withExpandedAttribute>
          <TextInput
            label={m.customers_picker()}
            placeholder={m.customers_picker_placeholder()}
            autoComplete="off"
            spellCheck={false}
            error={error}
            description={editing ? undefined : printWarning(value?.name ?? '')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            disabled={disabled !== undefined}
            title={disabled}
            value={editing ? search.typed : (value?.name ?? '')}
            rightSection={search.searching ? <Loader size="xs" /> : <Combobox.Chevron />}
            rightSectionPointerEvents="none"
            onClick={() => picker.combobox.openDropdown()}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onBlur={() => picker.combobox.closeDropdown()}
            onChange={({ currentTarget }) => picker.type(currentTarget.value)}
            onKeyDown={picker.pressKey}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={disabled !== undefined}>
          <PickerOptions customers={customers} />
        </Combobox.Dropdown>
      </Combobox>
      <div className={classes.picked}>
        {value !== null && !editing && (
          <PickedCustomer
            customer={known(value.id) ?? value}
            onView={(customer) => setView({ kind: 'details', customer })}
            {...(disabled === undefined && { onClear: () => onChange(null) })}
          />
        )}
        {disabled === undefined && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            // The field keeps the focus, and the list below it stays open.
            onMouseDown={(event) => event.preventDefault()}
            onClick={picker.add}
          >
            {m.customers_add()}
          </Button>
        )}
      </div>
      <CustomerModal view={view} onView={setView} onChosen={picker.pick} />
    </div>
  );
}

/** What happens on typing, picking and leaving. */
function usePicker(onChange: Props['onChange'], onView: (view: CustomerView) => void) {
  const [editing, setEditing] = useState(false);
  const customers = usePickerCustomers();
  const { search, known } = customers;
  const { mutate: saveToList } = useSaveCustomer();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });

  const stopEditing = () => {
    combobox.closeDropdown();
    setEditing(false);
    search.type('');
  };
  /** What was typed is taken back when the picker is left, and not on the way to the button that adds it. */
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) stopEditing();
  };
  const pick = (customer: Customer) => {
    stopEditing();
    if (needsDelivery(customer)) {
      onView({ kind: 'edit', customer });
      return;
    }
    if (customer.own) onChange(customer);
    // A customer that is picked is saved for the next invoice. A company of the register becomes one's own by that.
    if (!customer.saved) {
      saveToList(customer, {
        onSuccess: (saved) => {
          if (!customer.own) onChange(saved);
        },
        onError: () => notify('error', 'SAVE_CUSTOMERS_FAILURE'),
      });
    }
  };
  const add = () => {
    const searched = search.typed.trim();
    stopEditing();
    onView({ kind: 'create', searched });
  };
  return {
    customers,
    combobox,
    editing,
    leave,
    pick,
    add,
    type: (text: string) => {
      setEditing(true);
      search.type(text);
      combobox.openDropdown();
      combobox.resetSelectedOption();
    },
    pressKey: (event: KeyboardEvent) => {
      if (event.key === 'Escape') stopEditing();
      if (event.key !== 'Enter' || combobox.getSelectedOptionIndex() !== -1) return;
      event.preventDefault();
      search.searchNow();
    },
    submitOption: (option: string) => {
      const customer = known(option);
      if (option === ADD_NEW) add();
      else if (option === SHOW_MORE) search.loadMore();
      else if (customer === undefined) stopEditing();
      else pick(customer);
    },
  };
}

interface PickedProps {
  customer: ShownCustomer;
  onView: (customer: ShownCustomer) => void;
  onClear?: () => void;
}

/** Enough of the one picked to see that it is the right one. */
function PickedCustomer({ customer, onView, onClear }: PickedProps) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {[identityText(customer), deliveryText(customer)].filter(Boolean).join(' · ')}
      </Text>
      <Button variant="subtle" size="compact-sm" onClick={() => onView(customer)}>
        {m.customers_view()}
      </Button>
      {onClear !== undefined && (
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          {m.customers_picker_clear()}
        </Button>
      )}
    </>
  );
}
