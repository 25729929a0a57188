import { useQuery } from '@tanstack/react-query';
import { appInfoQuery } from '@/api/app';
import { useConsent } from '@/lib/consent';

/** The one request by which an advertiser learns of a visit: where configured, and once allowed. */
export function Pixel() {
  const { data: app } = useQuery(appInfoQuery);
  const consent = useConsent();
  const id = app?.pixelId ?? '';
  if (id === '' || consent !== 'given') return null;
  const query = new URLSearchParams({ id, ev: 'PageView', noscript: '1' });
  return <img src={`https://www.facebook.com/tr?${query}`} alt="" width={1} height={1} hidden />;
}
