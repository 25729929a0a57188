import { Alert, Button, Group, Text } from '@mantine/core';
import { customerSearch, type Customer } from '@/api/customers';
import { useCursorList } from '@/api/listing';
import { Wide } from '@/components/FieldGroup';
import { m } from '@/paraglide/messages';
import { isBusinessId, writeBusinessId } from './rules';

interface Props {
  /** As typed. */
  businessId: string;
  onUse: (customer: Customer) => void;
}

/** Tells, as soon as a business id is typed, that its company is in the register: nothing else has to be filled in. */
export function KnownCompany({ businessId, onUse }: Props) {
  const id = writeBusinessId(businessId);
  const { items, outdated } = useCursorList(customerSearch(id), isBusinessId(id));
  const known = outdated ? undefined : items.find((company) => company.businessid === id);
  if (known === undefined || !isBusinessId(id)) return null;
  return (
    <Wide>
      <Alert role="status" color="petrol" variant="light">
        <Group justify="space-between" gap="sm">
          <Text size="sm" flex={1} miw={180}>
            {m.customers_known({ name: known.name })}
          </Text>
          <Button
            size="sm"
            aria-label={m.customers_choose_of({ name: known.name })}
            onClick={() => onUse(known)}
          >
            {m.customers_choose()}
          </Button>
        </Group>
      </Alert>
    </Wide>
  );
}
