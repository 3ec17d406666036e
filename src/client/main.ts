/** Runs on every page: starts navigation, prefetch, offline reading, islands and the controls. */
import { root, whenIdle } from './dom.ts';
import { startIslands } from './islands.ts';
import { decode, findPagePath, type Routing } from './navigation/link-paths.ts';
import { createLoader } from './navigation/loader.ts';
import { type Address, isPlainLink, startNavigation } from './navigation/navigate.ts';
import { type AppData, createDataFiles } from './navigation/page-data.ts';
import { createPrefetcher } from './navigation/prefetch.ts';
import { checkFirstLoad, recoverFromLostChunks, replaceAddress } from './navigation/recover.ts';
import {
  linkTranslations,
  startCopyButtons,
  startSidebar,
  startTextControls,
  startThemeSwitch,
} from './page-controls.ts';
import { registerWorker } from './register-worker.ts';

const { base, worker, integrations } = document.body.dataset;

const showTheme = startThemeSwitch();
const showCopyButtons = startCopyButtons();
const prepareTexts = startTextControls();
const showPlace = startSidebar();
startIslands();
linkTranslations();
const isUpdated = worker ? registerWorker(worker) : () => false;
if (base !== undefined) runNavigation(base);
if (integrations)
  void import('./load-integrations.ts').then(({ integrate }) => integrate(JSON.parse(integrations)));

function runNavigation(base: string): void {
  let routing: Routing = { base, redirects: {} };
  const pathOf = ({ origin, pathname }: Address): string | null => {
    const isOurs = origin === location.origin && `${pathname}/`.startsWith(`${base}/`);
    const isFile = /\.(?!html$)[a-z][a-z0-9]{1,4}$/i.test(pathname);
    return isOurs && !isFile ? findPagePath(pathname, routing) : null;
  };
  const files = createDataFiles(base);
  const takeRoutes = ({ hash, redirects }: AppData) => {
    if (hash !== '') routing = { base, redirects };
  };
  const load = createLoader({
    base,
    files,
    onAppData: takeRoutes,
  });
  const watchLinks = createPrefetcher(load, (link) => {
    const path = isPlainLink(link) ? pathOf(link) : null;
    // A link whose path differs from the page's own path is a redirect.
    const isRedirect = path !== null && base + path !== decode(link.pathname);
    return isRedirect || path === root.dataset.path ? null : path;
  });
  const navigation = startNavigation({
    load,
    pathOf,
    isUpdated,
    onPage: () => {
      replaceAddress(base);
      showTheme();
      showCopyButtons();
      showPlace();
      linkTranslations();
      void prepareTexts();
      watchLinks();
      dispatchEvent(new Event('articles:page'));
    },
  });
  recoverFromLostChunks(navigation.lastRoute);
  watchLinks();
  const { href } = location;
  whenIdle(async () => {
    const app = await files.app();
    takeRoutes(app);
    // The reader may have started another navigation.
    if (href === location.href) {
      replaceAddress(base);
      navigation.settle();
    }
    void checkFirstLoad(app.hash);
  });
}
