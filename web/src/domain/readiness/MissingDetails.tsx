import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { useSavePerson, type ProfileChange } from '@/api/profile';
import { useReadinessChanged, type Readiness } from '@/api/readiness';
import { useSession } from '@/api/session';
import { IbanInput } from '@/components/IbanInput';
import { refuseOrNotify } from '@/components/saveForm';
import { useForm } from '@/components/useForm';
import { ProfessionField } from '@/domain/account/ProfessionField';
import { TaxCardUpload } from '@/domain/account/TaxCardUpload';
import { isIban } from '@/lib/iban';
import { registerAccountTexts } from '@/lib/notify/accounts';
import { m } from '@/paraglide/messages';
import classes from './MissingDetails.module.css';
import { missingDetails, type Detail } from './needs';

registerAccountTexts();

interface FormProps {
  onSaved: () => void;
}

const FORMS: Readonly<Record<Detail, (props: FormProps) => ReactNode>> = {
  NO_ACCOUNT: AccountForm,
  NO_TAX_CARD: CardForm,
  NO_PROFESSION: ProfessionForm,
};

const SAVED: Readonly<Record<Detail, () => string>> = {
  NO_ACCOUNT: m.readiness_account_saved,
  NO_TAX_CARD: m.readiness_card_saved,
  NO_PROFESSION: m.readiness_profession_saved,
};

const NONE: readonly Detail[] = [];

interface Props {
  readiness: Readiness;
  /** What is asked for beside it. */
  except?: readonly Detail[];
  /** In a box of its own. */
  framed?: boolean;
}

/** What is missing for a salary, to be given right here. Nothing waits for it. */
export function MissingDetails({ readiness, except = NONE, framed = false }: Props) {
  const [saved, setSaved] = useState<readonly Detail[]>([]);
  const place = useRef<HTMLDivElement>(null);
  const missing = missingDetails(readiness).filter(
    (need) => !except.includes(need) && !saved.includes(need),
  );
  if (missing.length + saved.length === 0) return null;

  const waits = readiness.salaryWaits && readiness.held;
  const title =
    missing.length === 0
      ? m.readiness_complete()
      : waits
        ? m.readiness_waits()
        : m.readiness_missing();
  const content = (
    <Stack gap="md" ref={place} tabIndex={-1} className={classes.details}>
      <div role="status" className={classes.status}>
        {saved.map((need) => (
          <Text key={need} size="sm" className={classes.saved}>
            <IconCircleCheck size={18} aria-hidden="true" />
            {SAVED[need]()}
          </Text>
        ))}
        {missing.length === 0 && readiness.salaryWaits && !readiness.held && (
          <Text size="sm">{m.readiness_paid_on({ payday: readiness.payday })}</Text>
        )}
      </div>
      {missing.map((need) => {
        const Form = FORMS[need];
        const onSaved = () => {
          setSaved((before) => [...before, need]);
          // The field that had the focus is gone.
          place.current?.focus();
        };
        return <Form key={need} onSaved={onSaved} />;
      })}
    </Stack>
  );
  if (framed) {
    const done = missing.length === 0;
    return (
      <Alert
        component="section"
        role="region"
        aria-label={title}
        color={done ? 'green' : 'yellow'}
        icon={
          done ? <IconCircleCheck aria-hidden="true" /> : <IconAlertTriangle aria-hidden="true" />
        }
        title={title}
      >
        {content}
      </Alert>
    );
  }
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Text fw={600}>{title}</Text>
      {content}
    </Stack>
  );
}

/** Saves a part of the profile, and then asks what is still missing. */
function useGiving(onSaved: () => void) {
  const { mutate, isPending } = useSavePerson();
  const changed = useReadinessChanged();
  const onSuccess = () => {
    onSaved();
    void changed();
  };
  const give = (change: ProfileChange, onError: (error: Error) => void) => {
    if (!isPending) mutate(change, { onSuccess, onError });
  };
  return { give, isPending };
}

function AccountForm({ onSaved }: FormProps) {
  const { form, input, fields, change, submit, refuse } = useForm({ iban: '' }, ({ iban }) => {
    if (iban === '') return { iban: 'validation.required' };
    return isIban(iban) ? {} : { iban: 'account.invalid-iban' };
  });
  const { give, isPending } = useGiving(onSaved);
  const save = () => give({ iban: fields.iban }, refuseOrNotify({ refuse }));
  return (
    <form ref={form} onSubmit={submit(save)} noValidate>
      <Stack gap="xs" align="stretch">
        <IbanInput
          {...input('iban')}
          label={m.account_iban()}
          description={m.readiness_account_why()}
          onChange={(iban) => change({ iban })}
        />
        <Group>
          <Button type="submit" variant="default" loading={isPending}>
            {m.readiness_account_save()}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function ProfessionForm({ onSaved }: FormProps) {
  const { fields, change, errorOf, refuse } = useForm({ professionCode: '' });
  const { give, isPending } = useGiving(onSaved);
  const choose = (professionCode: string) => {
    change({ professionCode });
    if (professionCode !== '') give({ professionCode }, refuseOrNotify({ refuse }));
  };
  return (
    <ProfessionField
      description={m.readiness_profession_why()}
      value={fields.professionCode}
      error={errorOf('professionCode')}
      onChange={choose}
      disabled={isPending}
    />
  );
}

function CardForm({ onSaved }: FormProps) {
  const personId = useSession()?.id ?? '';
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{m.readiness_card_why()}</Text>
      <TaxCardUpload personId={personId} onSent={onSaved} />
    </Stack>
  );
}
