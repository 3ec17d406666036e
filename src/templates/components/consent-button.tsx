/** Renders the button that opens the privacy choices. It has the words of the notice, in the language of the footer. */
import { fillText } from '../../locales/locale-format.ts';
import { replaceable } from '../replaceable.tsx';
import { useStrings } from '../strings-context.ts';

export const ConsentButton = replaceable('ConsentButton', BuiltIn);

function BuiltIn({ hosts }: { hosts: string }) {
  const { consent } = useStrings();
  const words = { ...consent, text: fillText(consent.text, { hosts }) };
  return (
    <button type="button" className="consent-open" data-consent={JSON.stringify(words)} hidden>
      {consent.title}
    </button>
  );
}
