import { Button, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { IconCheck, IconLink } from '@tabler/icons-react';
import { m } from '@/paraglide/messages';
import { searchOf, type CalculatorForm } from './form';

/** Copies a link that opens the calculator just as it stands now. */
export function ShareButton({ form }: { form: CalculatorForm }) {
  const router = useRouter();
  const { copy, copied, error } = useClipboard();
  const copyLink = () => {
    // The address bar may lag behind the typing by a moment, so the link is made of the form.
    const { href } = router.buildLocation({ to: '/calculator', search: searchOf(form) });
    copy(new URL(href, window.location.origin).href);
  };
  return (
    <div>
      <Button
        variant="light"
        fullWidth
        onClick={copyLink}
        leftSection={
          copied ? (
            <IconCheck size={18} aria-hidden="true" />
          ) : (
            <IconLink size={18} aria-hidden="true" />
          )
        }
      >
        <span aria-live="polite">{copied ? m.calculator_copied() : m.calculator_copy()}</span>
      </Button>
      {error !== null && (
        <Text size="sm" mt="xs" role="status">
          {m.calculator_copy_failed()}
        </Text>
      )}
    </div>
  );
}
