import { Text } from '@mantine/core';
import { TextLink } from '@/components/links';
import { NarrowPage } from '@/components/NarrowPage';
import { m } from '@/paraglide/messages';
import { Pixel } from './Pixel';
import { RegisterForm } from './RegisterForm';

export function RegisterPage() {
  return (
    <NarrowPage title={m.page_register()} intro={m.register_intro()}>
      <RegisterForm />
      <Pixel />
      <Text mt="lg" ta="center">
        {m.register_login_question()}{' '}
        <TextLink to="/login" fw={600}>
          {m.register_login()}
        </TextLink>
      </Text>
    </NarrowPage>
  );
}
