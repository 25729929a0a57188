import type { AuditEvent } from '@/api/audit';
import { TextLink } from '@/components/links';
import { useMayOpen } from '@/domain/useMayOpen';

type MayOpen = ReturnType<typeof useMayOpen>;

/** The pages that list what has no page of its own. */
const LISTS = {
  api_key: '/provider/settings',
  bank_file: '/provider/payments',
  customer: '/provider/companies',
  delivery: '/provider/deliveries',
  figures: '/provider/figures',
  job: '/provider/jobs',
  ledger: '/provider/ledger',
  mail: '/provider/mails',
  payout: '/provider/payouts',
  payout_file: '/provider/payouts',
  'print-batch': '/provider/deliveries',
  promo_code: '/provider/promo-codes',
  remittance: '/provider/remittances',
  sending: '/provider/mails',
  separate_report: '/provider/remittances',
  settings: '/provider/settings',
  shift: '/provider/shifts',
  shifts: '/provider/shifts',
} as const;

interface Props {
  event: Pick<AuditEvent, 'subject' | 'detail'>;
  children: string;
}

/** What an event was about, and the way there for those who may go. */
export function ObjectLink({ event, children }: Props) {
  const mayOpen = useMayOpen();
  const { kind, id } = objectOf(event);
  return linkTo(kind, id, mayOpen, children) ?? children;
}

/** `kind:id`, as the log has it. A share is a part of its bill and shown there. */
function objectOf({ subject, detail }: Props['event']) {
  const [kind = '', id = ''] = subject.split(':', 2);
  if (kind !== 'share') return { kind, id };
  const { bill } = JSON.parse(detail) as { bill?: unknown };
  return { kind: 'bill', id: typeof bill === 'string' ? bill : '' };
}

function linkTo(kind: string, id: string, mayOpen: MayOpen, name: string) {
  if (id === '') return undefined;
  switch (kind) {
    case 'bill':
      return mayOpen('/provider/bills/$billId') ? (
        <TextLink inherit underline="always" to="/provider/bills/$billId" params={{ billId: id }}>
          {name}
        </TextLink>
      ) : undefined;
    case 'person':
      return mayOpen('/provider/workers/$personId') ? (
        <TextLink
          inherit
          underline="always"
          to="/provider/workers/$personId"
          params={{ personId: id }}
        >
          {name}
        </TextLink>
      ) : undefined;
    case 'payroll':
      return mayOpen('/provider/payroll/$runId') ? (
        <TextLink inherit underline="always" to="/provider/payroll/$runId" params={{ runId: id }}>
          {name}
        </TextLink>
      ) : undefined;
    case 'payment':
      return mayOpen('/provider/payments/$paymentId') ? (
        <TextLink
          inherit
          underline="always"
          to="/provider/payments/$paymentId"
          params={{ paymentId: id }}
        >
          {name}
        </TextLink>
      ) : undefined;
    default:
      return listLink(kind, mayOpen, name);
  }
}

function listLink(kind: string, mayOpen: MayOpen, name: string) {
  const path = Object.hasOwn(LISTS, kind) ? LISTS[kind as keyof typeof LISTS] : undefined;
  if (path === undefined || !mayOpen(path)) return undefined;
  return (
    <TextLink inherit underline="always" to={path}>
      {name}
    </TextLink>
  );
}
