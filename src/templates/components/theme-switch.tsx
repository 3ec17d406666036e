/** Renders the button that switches between light, dark and the theme of the reader's system. */
import { replaceable } from '../replaceable.tsx';
import { useStrings } from '../strings-context.ts';

const SUN =
  'M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z';
const HALF = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18v18m0-15h6.7M12 9.5h8.6m-8.6 3.5h8.9m-8.9 3.5h7.8';
const MOON = 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z';

export const ThemeSwitch = replaceable('ThemeSwitch', BuiltIn);

function BuiltIn() {
  return (
    <button
      type="button"
      className="theme-switch"
      data-theme-switch
      aria-label={useStrings().layout.themeSwitch}
    >
      <Icon name="sun" drawing={SUN} />
      <Icon name="moon" drawing={MOON} />
      <Icon name="half" drawing={HALF} />
    </button>
  );
}

/** A decorative icon in the colour of the text. */
function Icon({ name, drawing }: { name: string; drawing: string }) {
  return (
    <svg className={`icon icon-${name}`} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path
        d={drawing}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
