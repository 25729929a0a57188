import { Anchor, Button, Group, Paper, Text } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useEffect, useId, useRef, useState } from 'react';
import { PlaceAnchor, useNavigation } from '@/components/navigation';
import { decideConsent, useConsent, type Consent } from '@/lib/consent';
import { m } from '@/paraglide/messages';
import classes from './CookieSettings.module.css';

/** The only page with something to consent to. */
const ASKING_PAGE = '/register';

/** The link of the footer that leads to the choice, and the choice itself when it is time for it. */
export function CookieSettings() {
  const consent = useConsent();
  const { path } = useNavigation();
  const [reopened, setReopened] = useState(false);
  const link = useRef<HTMLButtonElement>(null);
  const decide = (answer: Consent) => {
    decideConsent(answer);
    setReopened(false);
    if (reopened) link.current?.focus();
  };
  return (
    <>
      <Anchor
        ref={link}
        component="button"
        type="button"
        size="sm"
        c="dimmed"
        onClick={() => setReopened(true)}
      >
        {m.legal_consent_settings()}
      </Anchor>
      {(reopened || (consent === undefined && path === ASKING_PAGE)) && (
        <ConsentBanner consent={consent} decide={decide} takesFocus={reopened} />
      )}
    </>
  );
}

interface BannerProps {
  /** What was answered before. */
  consent: Consent | undefined;
  decide: (answer: Consent) => void;
  /** The user opened it, rather than being asked. */
  takesFocus: boolean;
}

function ConsentBanner({ consent, decide, takesFocus }: BannerProps) {
  const title = useId();
  const banner = useRef<HTMLDivElement>(null);
  // The end of the page must not hide behind the banner.
  const { ref: measured, height } = useElementSize();
  useEffect(() => {
    if (takesFocus) banner.current?.focus();
  }, [takesFocus]);
  return (
    <>
      <div className={classes.room} style={{ height }} />
      <Paper
        ref={useMergedRef(banner, measured)}
        component="section"
        aria-labelledby={title}
        tabIndex={-1}
        withBorder
        shadow="md"
        radius="lg"
        p="lg"
        className={classes.banner}
      >
        <Text id={title} fw={600}>
          {m.legal_consent_title()}
        </Text>
        <Text size="sm" mt={4}>
          {m.legal_consent_body()}{' '}
          <PlaceAnchor href="/privacy" size="sm" underline="always">
            {m.page_privacy()}
          </PlaceAnchor>
        </Text>
        {consent !== undefined && (
          <Text size="sm" mt={4} c="dimmed">
            {consent === 'given' ? m.legal_consent_now_given() : m.legal_consent_now_refused()}
          </Text>
        )}
        {/* Neither answer is made easier than the other. */}
        <Group grow mt="md">
          <Button variant="default" onClick={() => decide('refused')}>
            {m.legal_consent_refuse()}
          </Button>
          <Button variant="default" onClick={() => decide('given')}>
            {m.legal_consent_give()}
          </Button>
        </Group>
      </Paper>
    </>
  );
}
