import { Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { m } from '@/paraglide/messages';
import { JourneyPicture } from './JourneyPicture';
import classes from './Pitch.module.css';

/** What Liksa does for a person, in three lines and a picture. */
export function Pitch() {
  const points = [m.login_point_invoice(), m.login_point_collect(), m.login_point_salary()];
  return (
    <section className={classes.pitch} aria-label={m.login_tagline()}>
      <JourneyPicture />
      <Text className={classes.tagline}>{m.login_tagline()}</Text>
      <ul className={classes.points}>
        {points.map((point) => (
          <li key={point}>
            <IconCheck size={20} aria-hidden="true" className={classes.check} />
            {point}
          </li>
        ))}
      </ul>
    </section>
  );
}
