import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { tellProblem } from './tellProblem';
import type { Form } from './useForm';

type Refusing = Pick<Form<object>, 'refuse'>;

/** Shows a refusal at the fields of a form, and as a notification when a field is missing for it. */
export function refuseOrNotify({ refuse }: Refusing): (error: unknown) => void {
  return (error) => {
    if (!refuse(error)) tellProblem(error);
  };
}

interface Saving<Body> {
  readonly mutate: (
    body: Body,
    options: { onSuccess: () => void; onError: (error: Error) => void },
  ) => void;
  readonly isPending: boolean;
}

/** Props of a form element that saves `body` and says that it is saved. */
export function saveForm<Fields extends object, Body>(
  form: Form<Fields>,
  saving: Saving<Body>,
  body: Body,
  onSaved?: () => void,
) {
  const onSuccess = () => {
    form.restart();
    notifyText('success', m.providerpeople_saved());
    onSaved?.();
  };
  const send = () => {
    if (!saving.isPending) saving.mutate(body, { onSuccess, onError: refuseOrNotify(form) });
  };
  return { ref: form.form, onSubmit: form.submit(send) };
}
