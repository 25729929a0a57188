import { endedSession } from '@/api/problem';
import { useSavePerson } from '@/api/profile';
import { changeLanguage, type Language } from '@/lib/language';
import { notify } from '@/lib/notify/notify';

/** Changes the language of the app, and of the person's profile when signed in. */
export function useChooseLanguage(signedIn: boolean): (language: Language) => void {
  const { mutate: savePerson } = useSavePerson();
  return (language) => {
    changeLanguage(language);
    if (!signedIn) return;
    savePerson(
      { language },
      {
        onError: (error) => {
          if (!endedSession(error)) notify('error', 'UPDATE_PERSON_FAILURE');
        },
      },
    );
  };
}
