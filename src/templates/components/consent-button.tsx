/** Renders the button that opens the privacy choices. It carries the texts of the notice in the language of the footer. */
import { consentWords } from '../consent-words.ts';
import { replaceable } from '../replaceable.tsx';
import { useStrings } from '../strings-context.ts';

export const ConsentButton = replaceable('ConsentButton', BuiltIn);

function BuiltIn({ hosts }: { hosts: string }) {
  const strings = useStrings();
  return (
    <button type="button" className="consent-open" data-consent={consentWords(strings, hosts)} hidden>
      {strings.consent.title}
    </button>
  );
}
