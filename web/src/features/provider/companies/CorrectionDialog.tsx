import { useCorrectCompany, type Company } from '@/api/companies';
import { FieldGroup, Wide } from '@/components/FieldGroup';
import { FormDialog } from '@/components/FormDialog';
import { saveForm } from '@/components/saveForm';
import { useForm } from '@/components/useForm';
import { AddressFields } from '@/domain/customers/AddressFields';
import { ChoiceField } from '@/domain/customers/ChoiceField';
import { CustomerTextField } from '@/domain/customers/CustomerTextField';
import { companyBody, companyFields, companyProblems } from '@/domain/customers/company';
import { writeBusinessId } from '@/domain/customers/rules';
import { m } from '@/paraglide/messages';

/** Corrects who a company is: its name, ids and addresses, but nobody's delivery. */
export function CorrectionDialog({ company, close }: { company: Company; close: () => void }) {
  const saving = useCorrectCompany(company);
  const form = useForm(() => companyFields(company), companyProblems);
  const { ref, onSubmit } = saveForm(form, saving, companyBody(form.fields), close);
  return (
    <FormDialog
      title={m.customers_correct_title()}
      formRef={ref}
      onSubmit={onSubmit}
      confirm={m.customers_save()}
      busy={saving.isPending}
      close={close}
    >
      <FieldGroup columns="pairs" title={m.customers_role_company()}>
        <Wide>
          <CustomerTextField
            state={form}
            field="name"
            label={m.customers_name_company()}
            data-autofocus
            required
          />
        </Wide>
        <CustomerTextField
          state={form}
          field="businessid"
          label={m.customers_business_id()}
          tidy={writeBusinessId}
        />
        <CustomerTextField state={form} field="vat" label={m.customers_vat()} />
        <Wide>
          <CustomerTextField state={form} field="organization" label={m.customers_organization()} />
        </Wide>
        <CustomerTextField
          state={form}
          field="netbankaddress"
          label={m.customers_einvoice_address()}
          spellCheck={false}
        />
        <ChoiceField
          state={form}
          field="operator"
          label={m.customers_operator()}
          choices={({ operators }) => operators.map(({ id, name }) => ({ value: id, label: name }))}
          required={false}
        />
      </FieldGroup>
      <AddressFields state={form} />
    </FormDialog>
  );
}
