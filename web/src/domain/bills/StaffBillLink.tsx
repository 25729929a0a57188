import { TextLink } from '@/components/links';
import { useMayOpen } from '../useMayOpen';

/** The name of a bill; a link for those of the staff who may look at bills. */
export function StaffBillLink({ billId, name }: { billId: string; name: string }) {
  const mayOpen = useMayOpen();
  if (!mayOpen('/provider/bills/$billId')) return name;
  return (
    <TextLink to="/provider/bills/$billId" params={{ billId }} inherit>
      {name}
    </TextLink>
  );
}
