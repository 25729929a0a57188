import type { ComboboxProps } from '@mantine/core';

/**
 * How a list opens below its field. Fixed to the window: a list that lies in the page makes a phone's page wider while
 * it is being placed, which moves the field of a dialog, and so the list, on and on.
 */
export const dropdown: Partial<ComboboxProps> = { shadow: 'md', floatingStrategy: 'fixed' };
