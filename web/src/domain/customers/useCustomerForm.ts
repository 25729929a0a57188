import { useMemo, useRef, useState } from 'react';
import {
  useCreateCustomer,
  useUpdateCustomer,
  type Customer,
  type CustomerBody,
} from '@/api/customers';
import { ApiProblem } from '@/api/problem';
import { useForm, type FieldErrors, type Form } from '@/components/useForm';
import { notify } from '@/lib/notify/notify';
import { textOf } from '@/lib/notify/text';
import { throttled } from '@/lib/throttle';
import { bodyOf, fieldsOf, newFields, type CustomerFields } from './customerFields';
import { problemsOf } from './rules';
import { isShared } from './SharedCompany';

const CREATE_THROTTLE_MS = 1000;

/** What the form does not ask of a company that others bill too. */
const WHO_IT_IS: ReadonlySet<string> = new Set([
  'name',
  'organization',
  'businessid',
  'vat',
  'address',
  'postalcode',
  'city',
  'addresscountry',
]);

/** What keeps a change from being saved. What was stored by older rules and stays as it is does not. */
function problemsOfChange(fields: CustomerFields, stored: Customer): FieldErrors {
  const shared = isShared(stored);
  const keptCode =
    fields.postalcode.trim() === stored.postalcode &&
    fields.addresscountry === stored.addresscountry;
  const isKept = (path: string, key: string) =>
    (shared && WHO_IT_IS.has(path)) ||
    (keptCode && path === 'postalcode' && key === 'validation.invalidPostalCode');
  return Object.fromEntries(
    Object.entries(problemsOf(fields)).filter(([path, key]) => !isKept(path, key)),
  );
}

interface Options {
  /** The customer to change; without one, a new customer is made. */
  readonly customer?: Customer | undefined;
  /** What was searched for before making a new one. */
  readonly searched?: string | undefined;
  readonly onSaved: (customer: Customer) => void;
  /** The customer is in the register already, and this finds it. */
  readonly onExists: (crit: string) => void;
}

/** The state of the form of a new or changed customer. */
export function useCustomerForm({ customer, searched = '', onSaved, onExists }: Options) {
  const [start] = useState(() =>
    customer === undefined ? newFields(searched) : fieldsOf(customer),
  );
  const [failureKey, setFailureKey] = useState<string>();
  const form = useForm(start, (fields) =>
    customer === undefined ? problemsOf(fields) : problemsOfChange(fields, customer),
  );
  const { fields } = form;
  const { save, saving } = useSave(customer);
  const oneAtATime = useMemo(
    () => throttled((action: () => Promise<void>) => action(), CREATE_THROTTLE_MS),
    [],
  );

  const saveAndTell = async () => {
    setFailureKey(undefined);
    try {
      const saved = await save(bodyOf(fields));
      notify(
        'success',
        customer === undefined ? 'CUSTOMER_CREATED_SUCCESFULLY' : 'SAVE_CUSTOMERS_SUCCESS',
      );
      onSaved(saved);
    } catch (error) {
      const errorKey = error instanceof ApiProblem ? error.errorKey : 'contactAdmin';
      if (errorKey === 'customer_already_added_please_search') {
        onExists(fields.businessid.trim() || fields.vat.trim());
        return;
      }
      setFailureKey(errorKey);
      form.refuse(error);
    }
  };

  return {
    ...form,
    /** Why the server did not take the customer. */
    failure: failureKey === undefined ? undefined : textOf(failureKey),
    submit: form.submit(() => void oneAtATime(saveAndTell)),
    saving,
    dirty: JSON.stringify(fields) !== JSON.stringify(start),
    customer,
  };
}

export type CustomerFormState = ReturnType<typeof useCustomerForm>;

/** What a field of the form needs. */
export type FieldsState = Pick<Form<CustomerFields>, 'fields' | 'change' | 'leave' | 'errorOf'>;

/** Saves a customer. However often a lost answer is retried, one customer comes of it. */
function useSave(customer: Customer | undefined) {
  const { mutateAsync: create, isPending: creating } = useCreateCustomer();
  const { mutateAsync: update, isPending: updating } = useUpdateCustomer();
  const making = useRef({ key: crypto.randomUUID(), firstSent: '' });

  const createOnce = async (body: CustomerBody) => {
    const sent = JSON.stringify(body);
    making.current.firstSent ||= sent;
    const { key, firstSent } = making.current;
    const { customer: created, made } = await create({ body, key });
    // A try whose answer was lost had made the customer, and after that more was typed.
    return made || sent === firstSent ? created : update({ customer: created, body });
  };

  return {
    save: (body: CustomerBody) =>
      customer === undefined ? createOnce(body) : update({ customer, body }),
    saving: creating || updating,
  };
}
