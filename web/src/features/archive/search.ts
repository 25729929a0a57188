import { ARCHIVE_SECTIONS, type ArchiveQuestion } from '@/lib/archiveQuestion';

/** Reads what is asked of the archive from the address bar; what is not understood is left out. */
export function readArchiveSearch(raw: Record<string, unknown>): ArchiveQuestion {
  const { search, order, section } = raw;
  const known = ARCHIVE_SECTIONS.find((one) => one === section);
  return {
    ...(typeof search === 'string' && search.trim() !== '' && { search }),
    ...(order === 'closedFirst' && { order }),
    ...(known !== undefined && { section: known }),
  };
}
