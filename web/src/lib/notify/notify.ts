import { notifications, type NotificationData } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { m } from '@/paraglide/messages';
import { textOf } from './text';

export type NotificationType = 'success' | 'warning' | 'error' | 'info';

/** How long a notification stays, in milliseconds. */
export const DURATION_MS = {
  blink: 1500,
  short: 3000,
  medium: 4000,
  normal: 6000,
  long: 10_000,
  veryLong: 30_000,
} as const;

const COLOUR = {
  success: 'green',
  warning: 'yellow',
  error: 'red',
  info: 'petrol',
} as const satisfies Record<NotificationType, string>;

function typeOf(type: string): NotificationType {
  return Object.hasOwn(COLOUR, type) ? (type as NotificationType) : 'info';
}

/** Shows the text of a key of the catalogue. An unknown type is shown as information. */
export function notify(type: string, key: string, duration_ms: number = DURATION_MS.normal) {
  notifyText(type, textOf(key), duration_ms);
}

/** Shows something that was done with what can be done about it, for long enough to decide. Returns its id. */
export function notifyContent(message: ReactNode): string {
  return show('success', message, DURATION_MS.veryLong);
}

export function hideNotification(id: string) {
  notifications.hide(id);
}

/** Shows a text that has no error key. */
export function notifyText(
  type: string,
  message: string,
  duration_ms: number = DURATION_MS.normal,
) {
  show(typeOf(type), message, duration_ms);
}

function show(known: NotificationType, message: ReactNode, duration_ms: number): string {
  const notification: NotificationData = {
    message,
    color: COLOUR[known],
    autoClose: duration_ms,
    withBorder: true,
    closeButtonProps: { 'aria-label': m.notification_close() },
    // An error is worth interrupting a screen reader for; the rest waits for its turn.
    role: known === 'error' ? 'alert' : 'status',
  };
  return notifications.show(notification);
}
