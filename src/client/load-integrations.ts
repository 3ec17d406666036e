/** Loads the integrations of site-config.json: scripts at once or after consent, comments when a reader asks for them. */
import { attempt } from '../foundation/attempt.ts';
import type { LoadedScript } from '../site/chrome-data.ts';
import { createConsent } from './consent.ts';
import { closest } from './dom.ts';

/** Reports a navigation to a service. Services that are not listed here notice navigation themselves. */
const ON_PAGE: Readonly<Record<string, () => void>> = {
  matomo: () =>
    globalOf<unknown[]>('_paq')?.push(
      ['setCustomUrl', location.href],
      ['setDocumentTitle', document.title],
      ['trackPageView'],
    ),
  goatcounter: () => globalOf<{ count?: () => void }>('goatcounter')?.count?.(),
};

export function integrate(scripts: readonly LoadedScript[]): void {
  const loaded = new Set<LoadedScript>();
  const classes = [...new Set(scripts.map(({ consent }) => consent))].filter((name) => name !== 'none');
  const loadAllowed = () => {
    for (const script of scripts) {
      if (loaded.has(script) || !consent.allows(script.consent)) continue;
      loaded.add(script);
      load(script);
    }
  };
  const consent = createConsent(classes, () => {
    // A script that runs already stops only when its document is unloaded.
    if ([...loaded].some((script) => !consent.allows(script.consent))) location.reload();
    else loadAllowed();
  });
  const showPage = () => {
    consent.show();
    for (const button of document.querySelectorAll<HTMLElement>('[data-load]')) button.hidden = false;
  };

  addEventListener('articles:page', () => {
    showPage();
    for (const { service } of loaded) attempt(() => ON_PAGE[service]?.());
  });
  addEventListener('click', (event) => {
    const button = closest(event, '[data-load]');
    if (button) loadComments(button);
  });
  showPage();
  loadAllowed();
}

/** Settings of the comments, as `createComments` in site/integrations.ts writes them. */
interface CommentsLoad extends Pick<LoadedScript, 'attributes' | 'globals'> {
  frame?: string;
  script?: string;
  module?: true;
  /** Class and id of the element that the script fills. */
  place?: string;
}

function loadComments(button: HTMLElement): void {
  const { frame, place = '', script = '', ...rest }: CommentsLoad = JSON.parse(button.dataset.load ?? '{}');
  const title = button.closest('section')?.querySelector('h2')?.textContent ?? '';
  const shown =
    frame === undefined
      ? Object.assign(document.createElement('div'), { id: place })
      : Object.assign(document.createElement('iframe'), { src: frame, title });
  shown.className = `comments-frame ${place}`;
  shown.tabIndex = -1;
  button.replaceWith(shown);
  shown.focus();
  if (frame === undefined) load({ src: script, ...rest });
}

interface Loading extends Pick<LoadedScript, 'src' | 'integrity' | 'attributes' | 'globals'> {
  module?: true;
}

function load({ src, integrity, module, attributes = {}, globals = {} }: Loading): void {
  Object.assign(window, globals);
  const script = document.createElement('script');
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  if (integrity !== undefined) Object.assign(script, { integrity, crossOrigin: 'anonymous' });
  if (module) script.type = 'module';
  script.src = src;
  document.head.append(script);
}

function globalOf<Value>(name: string): Value | undefined {
  return (window as unknown as Record<string, Value | undefined>)[name];
}
