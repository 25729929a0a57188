export const ARCHIVE_SECTIONS = ['open', 'pending', 'sent', 'paid', 'credited'] as const;
export type ArchiveSection = (typeof ARCHIVE_SECTIONS)[number];

/** What is asked of the archive. Nothing means everything, the open ones first. */
export interface ArchiveQuestion {
  search?: string | undefined;
  order?: 'closedFirst' | undefined;
  section?: ArchiveSection | undefined;
}
