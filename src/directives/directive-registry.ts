/** The built-in directives, by name. To add one, write its module and add it here. */
import type { Directives } from '../content/markdown/directive.ts';
import { callout } from './callout-directive.tsx';
import { column, columns } from './columns-directive.tsx';
import { data } from './data-directive.tsx';
import { details, faq } from './details-directive.tsx';
import { embed } from './embed-directive.tsx';
import { figure } from './figure-directive.tsx';
import { gallery } from './gallery-directive.tsx';
import { buttons, cards } from './link-directives.tsx';
import { odds } from './odds-directive.tsx';
import { offer, offers } from './offer-directives.tsx';
import { potOdds } from './pot-odds-directive.tsx';
import { pullquote } from './quote-directive.tsx';
import { table } from './table-directive.tsx';
import { tab, tabs } from './tabs-directive.tsx';
import { video } from './video-directive.tsx';

export const DIRECTIVES: Directives = {
  buttons,
  callout,
  cards,
  column,
  columns,
  data,
  details,
  embed,
  faq,
  figure,
  gallery,
  odds,
  offer,
  offers,
  'pot-odds': potOdds,
  pullquote,
  tab,
  table,
  tabs,
  video,
};
