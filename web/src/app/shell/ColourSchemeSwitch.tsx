import { ActionIcon, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun, type Icon } from '@tabler/icons-react';
import { m } from '@/paraglide/messages';

const SCHEMES: Record<
  MantineColorScheme,
  { icon: Icon; name: () => string; next: MantineColorScheme }
> = {
  auto: { icon: IconDeviceDesktop, name: m.colour_scheme_auto, next: 'light' },
  light: { icon: IconSun, name: m.colour_scheme_light, next: 'dark' },
  dark: { icon: IconMoon, name: m.colour_scheme_dark, next: 'auto' },
};

/** Cycles through: same as the device, light, dark. */
export function ColourSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { icon: SchemeIcon, name, next } = SCHEMES[colorScheme];
  const label = m.colour_scheme_switch({ scheme: name() });
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      c="inherit"
      onClick={() => setColorScheme(next)}
      aria-label={label}
      title={label}
    >
      <SchemeIcon size={20} aria-hidden="true" />
    </ActionIcon>
  );
}
