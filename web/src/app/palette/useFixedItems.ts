import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import {
  IconDeviceDesktop,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSun,
  type Icon,
} from '@tabler/icons-react';
import { useViewer } from '@/api/viewer';
import { mayOpen } from '@/lib/access';
import { useLanguage } from '@/lib/language';
import { menuLinks } from '../pages/menu';
import { providerLinks } from '../pages/menu';
import { m } from '@/paraglide/messages';
import { useChooseLanguage } from '../shell/useChooseLanguage';
import type { PaletteGroup, PaletteItem } from './items';

const SCHEMES: readonly { scheme: MantineColorScheme; text: () => string; icon: Icon }[] = [
  { scheme: 'light', text: m.palette_scheme_light, icon: IconSun },
  { scheme: 'dark', text: m.palette_scheme_dark, icon: IconMoon },
  { scheme: 'auto', text: m.palette_scheme_auto, icon: IconDeviceDesktop },
];

/** What the palette offers without asking the server: things to do, and the pages. */
export function useFixedItems(): { actions: PaletteGroup; pages: PaletteGroup } {
  const navigate = useNavigate();
  const viewer = useViewer();
  const links = [...menuLinks(viewer), ...providerLinks(viewer)];
  const pages = links.map(({ path, title, icon }): PaletteItem => ({
    id: `page:${path}`,
    label: title(),
    icon,
    run: () => void navigate({ to: path }),
  }));
  const newInvoice: PaletteItem = {
    id: 'action:new-invoice',
    label: m.bills_new(),
    icon: IconPlus,
    run: () => void navigate({ to: '/invoice' }),
  };
  const signOut: PaletteItem = {
    id: 'action:sign-out',
    label: m.sign_out(),
    icon: IconLogout,
    run: () => void navigate({ to: '/logout' }),
  };
  const settings = useSettingItems();
  const actions = [...(mayOpen('worker', viewer) ? [newInvoice] : []), ...settings, signOut];
  return {
    actions: { name: m.palette_actions(), items: actions },
    pages: { name: m.palette_pages(), items: pages },
  };
}

/** The other language, and the other appearances. */
function useSettingItems(): PaletteItem[] {
  const language = useLanguage();
  const chooseLanguage = useChooseLanguage(true);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const other = language === 'fi' ? 'en' : 'fi';
  return [
    {
      id: 'action:language',
      label: other === 'fi' ? m.palette_to_finnish() : m.palette_to_english(),
      icon: IconLanguage,
      run: () => chooseLanguage(other),
    },
    ...SCHEMES.filter(({ scheme }) => scheme !== colorScheme).map(({ scheme, text, icon }) => ({
      id: `action:scheme-${scheme}`,
      label: text(),
      icon,
      run: () => setColorScheme(scheme),
    })),
  ];
}
