import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { MenuLink } from '../pages/menu';
import { MenuCount } from './MenuCount';
import classes from './SideMenu.module.css';

/** Pages that others lie beneath: being on one of those is not being here. */
const EXACT: ReadonlySet<string> = new Set(['/', '/provider']);

interface Props {
  /** What the links have in common; none at the head of a menu. */
  name?: string;
  links: readonly MenuLink[];
}

export function MenuLinks({ name, links }: Props) {
  const nameId = useId();
  return (
    <>
      {name !== undefined && (
        <Text id={nameId} size="xs" fw={700} c="dimmed" px="sm" mt="lg" mb="xs">
          {name}
        </Text>
      )}
      <ul className={classes.list} aria-labelledby={name === undefined ? undefined : nameId}>
        {links.map(({ path, title, icon: LinkIcon }) => (
          <li key={path}>
            {/* The router marks the current page with aria-current; the style follows that. */}
            <Link to={path} activeOptions={{ exact: EXACT.has(path) }} className={classes.item}>
              <LinkIcon size={20} stroke={1.75} aria-hidden="true" />
              {title()}
              <MenuCount path={path} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
