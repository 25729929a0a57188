import type { Bill, BillState } from '@/api/billTypes';
import { useReadiness } from '@/api/readiness';
import { MissingDetails } from '@/domain/readiness/MissingDetails';
import { PayrollChecks } from '@/domain/readiness/PayrollChecks';

const ON_ITS_WAY: ReadonlySet<BillState> = new Set([
  'PENDING',
  'TAKEN',
  'APPROVED',
  'CLOSED',
  'PAID',
]);

/** What the salary of a bill that was sent still waits for. */
export function SalaryOfSentBill({ bill }: { bill: Bill }) {
  const comes = ON_ITS_WAY.has(bill.state) && bill.creditOf === null && bill.paidIn === null;
  const readiness = useReadiness(comes);
  if (!comes || readiness === undefined) return null;
  return (
    <>
      {bill.state === 'PAID' && <PayrollChecks readiness={readiness} />}
      <MissingDetails readiness={readiness} framed />
    </>
  );
}
