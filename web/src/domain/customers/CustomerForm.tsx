import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { Customer } from '@/api/customers';
import { m } from '@/paraglide/messages';
import { AddressFields, ContactFields } from './AddressFields';
import classes from './CustomerForm.module.css';
import { DeliveryFields } from './DeliveryFields';
import { IdentityFields } from './IdentityFields';
import { MoreFields } from './MoreFields';
import { isShared, SharedCompany } from './SharedCompany';
import type { CustomerFormState } from './useCustomerForm';

interface Props {
  state: CustomerFormState;
  /** The form was asked to close while something in it is unsaved. */
  leaving: boolean;
  onStay: () => void;
  /** Closes the form, or asks first. */
  onCancel: () => void;
  onDiscard: () => void;
  /** A company that is in the register already is taken in place of a new one. */
  onUse: (customer: Customer) => void;
}

/** The form of a new or changed customer: identity, delivery, address and contacts. */
export function CustomerForm({ state, leaving, onStay, onCancel, onDiscard, onUse }: Props) {
  const { form, submit, failure, saving, customer } = state;
  const shared = customer !== undefined && isShared(customer);
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack gap="xl">
        {customer !== undefined && (
          <Text size="sm" c="dimmed">
            {customer.own ? m.customers_edit_note() : m.customers_begin_note()}
          </Text>
        )}
        {shared ? (
          <SharedCompany customer={customer} />
        ) : (
          <IdentityFields state={state} onUse={onUse} />
        )}
        <DeliveryFields state={state} />
        {!shared && <AddressFields state={state} />}
        <ContactFields state={state} />
        <MoreFields state={state} />
      </Stack>
      <div className={classes.foot}>
        {failure !== undefined && (
          <Alert
            role="alert"
            color="red"
            title={m.customers_failed_title()}
            icon={<IconAlertCircle aria-hidden="true" />}
            mb="sm"
          >
            {failure}
          </Alert>
        )}
        {leaving ? (
          <LeaveQuestion onStay={onStay} onDiscard={onDiscard} />
        ) : (
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onCancel}>
              {m.dialog_cancel()}
            </Button>
            <Button type="submit" loading={saving}>
              {customer?.own === true ? m.customers_save() : m.customers_create()}
            </Button>
          </Group>
        )}
      </div>
    </form>
  );
}

/** Focused, so that a user who pressed Escape can answer by keyboard. */
function takeFocus(button: HTMLButtonElement | null) {
  button?.focus();
}

/** Asked in place rather than in a dialog upon a dialog. */
function LeaveQuestion({ onStay, onDiscard }: Pick<Props, 'onStay' | 'onDiscard'>) {
  return (
    <Group justify="space-between" gap="sm" role="alert">
      <Text size="sm" fw={600}>
        {m.customers_leave_question()}
      </Text>
      <Group gap="sm">
        <Button variant="subtle" color="red" onClick={onDiscard}>
          {m.customers_leave_discard()}
        </Button>
        <Button variant="default" ref={takeFocus} onClick={onStay}>
          {m.customers_leave_stay()}
        </Button>
      </Group>
    </Group>
  );
}
