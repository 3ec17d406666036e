/** The logo of a site without one: a slab-serif A for "articles" on a green tile. */

export const DEFAULT_LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="72" height="72" viewBox="0 0 72 72">' +
  '<rect width="72" height="72" rx="14" fill="#14532d"/>' +
  '<path fill="#f3ead6" d="M33 14h7l14.500 39H59v4H41.500v-4h4.700L35 23 24 53h5v4H13v-4h4.600z"/>' +
  '<path fill="#d8714f" d="M28.800 39.500h12.600l1.500 4H27.500z"/></svg>\n';
