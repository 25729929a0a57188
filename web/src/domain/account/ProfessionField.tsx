import type { ComponentProps } from 'react';
import { professionsQuery } from '@/api/account';
import { ListField } from '@/components/ListField';
import { useLanguage } from '@/lib/language';
import { m } from '@/paraglide/messages';

type Props = Pick<
  ComponentProps<typeof ListField>,
  'value' | 'error' | 'onChange' | 'id' | 'description' | 'disabled'
>;

/** An occupation of the official list. */
export function ProfessionField(props: Props) {
  const language = useLanguage();
  return (
    <ListField
      {...props}
      label={m.account_profession()}
      query={professionsQuery}
      choices={(professions) =>
        professions.map(({ code, nameFi, nameEn }) => ({
          value: code,
          label: language === 'fi' ? nameFi : nameEn,
        }))
      }
    />
  );
}
