import { m } from '@/paraglide/messages';

/** The texts of the keys that visitors may get. */
export const catalogue = {
  'validation.required': m.validation_required,
  contactAdmin: m.notify_contact_admin,
  ERROR: m.notify_error,
  NETWORK_FAILURE: m.notify_network_failure,
  SESSION_EXPIRED: m.notify_session_expired,
  UNAUTHORIZED: m.notify_unauthorized,
  LOGIN_FAILURE: m.notify_login_failure,
  // A user who is not identified yet is sent to a bank when signing in.
  IDENTIFICATION_NOT_CONFIGURED: m.notify_identification_not_configured,
  IDENTIFICATION_UNAVAILABLE: m.notify_identification_unavailable,
  UPDATE_PERSON_FAILURE: m.notify_update_person_failure,
  TOO_MANY_REQUESTS: m.notify_too_many_requests,
  UNAUTHENTICATED: m.notify_unauthenticated,
  NOT_FOUND: m.notify_not_found,
  // These two can only be a mistake of our own program, which the general text is for.
  METHOD_NOT_ALLOWED: m.notify_contact_admin,
  NOT_JSON: m.notify_contact_admin,
  MALFORMED_REQUEST: m.notify_malformed_request,
  INVALID_FIELDS: m.notify_invalid_fields,
  TOO_LARGE: m.notify_too_large,
  CROSS_SITE: m.notify_cross_site,
  TIMEOUT: m.notify_timeout,
  SERVICE_UNAVAILABLE: m.notify_service_unavailable,
  'validation.invalid': m.notify_invalid_value,
  'validation.not_an_email': m.notify_not_an_email,
  'validation.tooLong': ({ most }: { most?: string | null }) =>
    m.notify_too_long({ most: most ?? '' }),
} as const satisfies Record<string, (named: { most?: string | null }) => string>;
