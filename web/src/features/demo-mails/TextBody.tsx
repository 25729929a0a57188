import { Anchor } from '@mantine/core';
import { Fragment } from 'react';
import classes from './DemoMailsPage.module.css';

const ADDRESS = /^https?:\/\/\S+$/;

/** Plain text; a line that is an address can be followed, as in any mail program. */
export function TextBody({ text }: { text: string }) {
  return (
    <pre className={classes.text}>
      {text.split('\n').map((line, place) => (
        // The lines of a mail never change their places.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={place}>
          {ADDRESS.test(line) ? (
            <Anchor href={line} underline="always">
              {line}
            </Anchor>
          ) : (
            line
          )}
          {'\n'}
        </Fragment>
      ))}
    </pre>
  );
}
