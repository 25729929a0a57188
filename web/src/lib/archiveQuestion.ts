export const ARCHIVE_SECTIONS = ['open', 'pending', 'sent', 'paid', 'credited'] as const;
export type ArchiveSection = (typeof ARCHIVE_SECTIONS)[number];

/** What the archive has beside bills. */
export const OTHER_SECTIONS = ['shares', 'purchases'] as const;
export type OtherSection = (typeof OTHER_SECTIONS)[number];

/** The section without bills that is asked for; undefined where bills are. */
export function otherSection(section: string | undefined): OtherSection | undefined {
  return OTHER_SECTIONS.find((one) => one === section);
}

/** The section of bills that is asked for; undefined for all of them. */
export function billSection(section: string | undefined): ArchiveSection | undefined {
  return ARCHIVE_SECTIONS.find((one) => one === section);
}

/** What is asked of the archive. Nothing means everything, the open ones first. */
export interface ArchiveQuestion {
  search?: string | undefined;
  order?: 'closedFirst' | undefined;
  section?: ArchiveSection | undefined;
}
