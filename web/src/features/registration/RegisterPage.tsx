import { Text } from '@mantine/core';
import { useVisit } from '@/api/visit';
import { NarrowPage } from '@/components/NarrowPage';
import { PlaceAnchor } from '@/components/navigation';
import { PriceNote } from '@/components/PriceNote';
import { useConsent } from '@/lib/consent';
import { m } from '@/paraglide/messages';
import { RegisterForm } from './RegisterForm';

export function RegisterPage() {
  return (
    <NarrowPage title={m.page_register()} intro={m.register_intro()}>
      <RegisterForm />
      <Pixel />
      <Text mt="lg" ta="center">
        {m.register_login_question()}{' '}
        <PlaceAnchor href="/login" fw={600}>
          {m.register_login()}
        </PlaceAnchor>
      </Text>
      <PriceNote />
    </NarrowPage>
  );
}

/** The request to the advertiser: only where configured, and after consent. */
function Pixel() {
  const { app } = useVisit();
  const consent = useConsent();
  const id = app?.pixelId ?? '';
  if (id === '' || consent !== 'given') return null;
  const query = new URLSearchParams({ id, ev: 'PageView', noscript: '1' });
  return <img src={`https://www.facebook.com/tr?${query}`} alt="" width={1} height={1} hidden />;
}
