import { Group } from '@mantine/core';
import { Suspense } from 'react';
import { viewerOf } from '@/api/roles';
import { useVisit } from '@/api/visit';
import { useNavigation } from '@/components/navigation';
import { changeLanguage, useLanguage } from '@/lib/language';
import { DocumentTitle } from '../DocumentTitle';
import { ColourSchemeSwitch } from '../shell/ColourSchemeSwitch';
import { Footer } from '../shell/Footer';
import { Frame } from '../shell/Frame';
import headerClasses from '../shell/Header.module.css';
import { LanguageSwitch } from '../shell/LanguageSwitch';
import { Brand, VisitorLinks } from '../shell/VisitorHeader';
import { entranceLinks } from './links';
import { ENTRANCE_PAGES, isEntrance, TITLES } from './pages';

/** The page of the entrance in the frame of the app. */
export function EntranceFrame({ onUse }: { onUse: () => void }) {
  useLanguage();
  const { app } = useVisit();
  const { path } = useNavigation();
  const viewer = viewerOf(null, app?.demo ?? false);
  const links = {
    header: entranceLinks('header', viewer),
    footer: entranceLinks('footer', viewer),
  };
  const known = isEntrance(path) ? path : '/login';
  const Page = ENTRANCE_PAGES[known];
  return (
    <Frame
      header={
        <div className={headerClasses.header}>
          <Group gap="sm" wrap="nowrap">
            <Brand />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <VisitorLinks links={links.header} />
            <LanguageSwitch choose={changeLanguage} />
            <ColourSchemeSwitch />
          </Group>
        </div>
      }
      footer={<Footer links={links} signedIn={false} />}
    >
      <DocumentTitle title={TITLES[known]()} />
      <div onFocus={onUse}>
        <Suspense>
          <Page />
        </Suspense>
      </div>
    </Frame>
  );
}
