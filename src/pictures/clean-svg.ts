/**
 * Writes an SVG again from the elements and attributes that a picture may have. A drawing opened by its address runs as a document
 * of the site, so what is on no list is not written, and what would run or load something is refused.
 */
import { Parser } from 'htmlparser2';
import { escapeXml } from '../foundation/escape.ts';

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';

/** The author put them there to be seen or run, so the drawing is refused. Everything else that is unknown is never shown. */
const ACTIVE = /^(?:script|foreignobject|iframe|object|embed|handler|listener|audio|video|canvas)$/i;

const words = (text: string) => new Set(text.split(/\s+/));

/** SVG 2 in secure animated mode, and filter effects. `metadata`, fonts of SVG and the data of editors are never shown. */
const ELEMENTS = words(
  `svg g defs symbol use title desc switch view a style path rect circle ellipse line polyline polygon text tspan tref textPath image
  marker pattern linearGradient radialGradient stop clipPath mask filter animate animateColor animateTransform animateMotion mpath set
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
  feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight
  feSpecularLighting feSpotLight feTile feTurbulence`,
);

/** Those that an animation may change too: geometry, presentation, gradients, filters. */
const ANIMATED = words(
  `x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy width height d points pathLength viewBox transform rotate textLength lengthAdjust offset
  startOffset method spacing side preserveAspectRatio gradientTransform gradientUnits spreadMethod patternUnits patternContentUnits
  patternTransform clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight refX refY orient filterUnits
  primitiveUnits in in2 result stdDeviation edgeMode mode operator k1 k2 k3 k4 order kernelMatrix kernelUnitLength divisor bias targetX
  targetY preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent limitingConeAngle azimuth elevation z pointsAtX
  pointsAtY pointsAtZ scale xChannelSelector yChannelSelector baseFrequency numOctaves seed stitchTiles radius tableValues slope
  intercept amplitude exponent alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation
  color-interpolation-filters color-rendering direction display dominant-baseline enable-background fill fill-opacity fill-rule filter
  flood-color flood-opacity font font-family font-feature-settings font-size font-size-adjust font-stretch font-style font-variant
  font-weight glyph-orientation-horizontal glyph-orientation-vertical image-rendering isolation kerning letter-spacing lighting-color
  line-height marker marker-start marker-mid marker-end mask mask-type mix-blend-mode opacity overflow paint-order pointer-events
  shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-opacity stroke-width text-align text-anchor text-decoration text-overflow text-rendering transform-box transform-origin
  unicode-bidi vector-effect visibility white-space word-spacing writing-mode`,
);
const FIXED = words(
  `style media version zoomAndPan systemLanguage requiredFeatures requiredExtensions attributeType begin dur end min max restart
  repeatCount repeatDur from to by values calcMode keyTimes keySplines keyPoints path origin additive accumulate`,
);
/** Those whose values are no CSS, and long ones that cannot name an address. */
const TEXTS = words('id class type lang role tabindex focusable title d points font-family');
const FREE = /^(?:aria|data)-[\w.-]+$/;

/** References within the drawing, and pictures within it. */
const OWN_PART = /^\s*#/;
const OWN_PICTURE = /^\s*data:image\/(?:png|jpe?g|webp|gif|avif)[;,]/i;
const OWN_FONT =
  /^\s*data:(?:font|application)\/(?:x-)?(?:font-)?(?:woff2?|ttf|otf|truetype|opentype|octet-stream)[;,]/i;

/**
 * Parts of CSS: comments, strings, addresses, names with what makes them rules or functions, and escapes, which a browser reads as
 * other characters.
 */
const CSS =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|url\(\s*(?:("[^"]*"|'[^']*'|[^"'()\s]+)\s*)?\)|@?[\w-]+\(?|\\/gi;
/** None of them takes an address. */
const RULES = /^@(?:media|supports|(?:-webkit-)?keyframes|font-face|charset|layer|container|property)\(?$/i;
const FUNCTIONS = new RegExp(
  `^(?:${[
    'rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|context-fill|var|calc|min|max|clamp|abs|round|sin|cos',
    '(?:translate|scale|rotate)(?:x|y|z|3d)?|skew[xy]?|matrix(?:3d)?|perspective|cubic-bezier|steps|(?:(?:linear|radial|conic)-)?gradient|linear',
    'path|polygon|circle|ellipse|inset|rect|blur|brightness|contrast|drop-shadow|grayscale|hue-rotate|invert|opacity|saturate|sepia',
    'format|tech|local|not|is|where|has|lang|dir|nth-(?:last-)?(?:child|of-type)|and|or|selector',
  ].join('|')})\\($`,
  'i',
);

/** @returns the first part of a style that may load something; null if there is none */
function findLoad(css: string): string | null {
  for (const [part, address] of css.matchAll(CSS)) {
    const target = address?.replace(/^["']/, '');
    const isOwn =
      target === undefined
        ? !/^(?:@|\\$)|\($|^url\(/i.test(part) || RULES.test(part) || FUNCTIONS.test(part)
        : !target.includes('\\') && [OWN_PART, OWN_PICTURE, OWN_FONT].some((own) => own.test(target));
    if (!isOwn) return part;
  }
  return null;
}

/** A font rule without rules in it. */
const FONT = /@font-face\s*\{[^{}]*\}/gi;

/**
 * @returns a style without the fonts of other places. Drawing programs name them in each file that they export; a browser loads none
 *   for a picture, so the picture is the same
 */
const withoutForeignFonts = (css: string) =>
  css.replace(FONT, (rule) => (findLoad(rule) === null ? rule : ''));

/** Elements within each other. Each of them keeps the namespaces of those above it. */
const MAX_LEVELS = 200;

class RefusedPart extends Error {}

function refuse(part: string): never {
  throw new RefusedPart(part.length > 60 ? `${part.slice(0, 59)}…` : part);
}

/**
 * @param svg a well-formed document
 * @returns the drawing as it is written again, or the part for which it is refused
 */
export function cleanSvg(svg: string): { svg: string } | { active: string } {
  try {
    return { svg: writeAgain(svg) };
  } catch (error) {
    if (error instanceof RefusedPart) return { active: error.message };
    throw error;
  }
}

/** Addresses of XML namespaces by their prefix. */
type Namespaces = ReadonlyMap<string, string>;

/** An element that is open. */
interface Open {
  /** null for one that is left out with all that is in it. */
  name: string | null;
  namespaces: Namespaces;
  /** Index of its start tag in the output. */
  at: number;
  text: string;
  /** True for a document of another kind in a `<switch>`, and within it. Nothing of it is written or judged. */
  isReplaced: boolean;
  /** True for a `<switch>` from such a document to the element that is shown in its place. */
  lacks: boolean;
}

const KNOWN: Namespaces = new Map([
  ['', SVG],
  ['xlink', XLINK],
]);

function writeAgain(svg: string): string {
  const written: string[] = [];
  const open: Open[] = [];
  const usesXlink = svg.includes('xlink:href');
  /** Writes the text of the innermost element up to here. */
  const writeText = () => {
    const inner = open.at(-1);
    if (!inner?.name || inner.text === '') return;
    written.push(escapeXml(inner.text));
    inner.text = '';
  };
  const parser = new Parser(
    {
      onprocessinginstruction(name, data) {
        // Style sheets may contain programs, and entities may contain anything.
        if (/^\?xml-stylesheet/i.test(name)) refuse('<?xml-stylesheet?>');
        if (/^!doctype[^[]*\[|<!ENTITY/i.test(data)) refuse('<!ENTITY>');
      },
      onopentag(tag, attributes) {
        const above = open.at(-1);
        if (open.length === MAX_LEVELS) refuse(`more than ${MAX_LEVELS} levels of elements`);
        const namespaces = withDeclared(above?.namespaces ?? KNOWN, attributes);
        const [prefix, local] = splitName(tag);
        const hidden = {
          name: null,
          namespaces,
          at: written.length - 1,
          text: '',
          isReplaced: false,
          lacks: false,
        };
        const isAlternative = above?.name === 'switch' && local.toLowerCase() === 'foreignobject';
        if (isAlternative) above.lacks = true;
        if (isAlternative || above?.isReplaced) {
          open.push({ ...hidden, isReplaced: true });
          return;
        }
        if (ACTIVE.test(local)) refuse(`<${tag}>`);
        const pairs = attributesOf(tag, local, attributes, namespaces);
        const isShown = namespaces.get(prefix) === SVG && ELEMENTS.has(local);
        const isPlaced = above
          ? above.name !== null && above.name !== 'style'
          : local === 'svg' && written.length === 0;
        const name = isShown && isPlaced ? local : null;
        if (name !== null) {
          writeText();
          if (above) above.lacks = false;
          const root = above ? '' : ` xmlns="${SVG}"${usesXlink ? ` xmlns:xlink="${XLINK}"` : ''}`;
          written.push(
            `<${name}${root}${pairs.map(([key, value]) => ` ${key}="${escapeXml(value)}"`).join('')}>`,
          );
        }
        open.push({ ...hidden, name, at: written.length - 1 });
      },
      ontext(text) {
        const inner = open.at(-1);
        if (inner?.name) inner.text += text;
      },
      onclosetag() {
        const inner = open.at(-1);
        if (inner?.name === 'style') {
          inner.text = withoutForeignFonts(inner.text);
          const load = findLoad(inner.text);
          if (load !== null) refuse(load);
        }
        writeText();
        open.pop();
        if (!inner?.name) return;
        if (inner.lacks) refuse('<foreignObject>');
        if (inner.at === written.length - 1) written.push(`${written.pop()?.slice(0, -1)}/>`);
        else written.push(`</${inner.name}>`);
      },
    },
    { xmlMode: true },
  );
  parser.end(svg);
  if (written.length === 0) refuse('no <svg>');
  return written.join('');
}

function splitName(name: string): [prefix: string, local: string] {
  const colon = name.indexOf(':');
  return [name.slice(0, Math.max(colon, 0)), name.slice(colon + 1)];
}

function withDeclared(above: Namespaces, attributes: Readonly<Record<string, string>>): Namespaces {
  const own = Object.entries(attributes).flatMap(([name, uri]): [string, string][] =>
    name === 'xmlns' ? [['', uri]] : name.startsWith('xmlns:') ? [[name.slice('xmlns:'.length), uri]] : [],
  );
  return own.length === 0 ? above : new Map([...above, ...own]);
}

/** The attributes that are written again. */
function attributesOf(
  tag: string,
  element: string,
  attributes: Readonly<Record<string, string>>,
  namespaces: Namespaces,
): [name: string, value: string][] {
  return Object.entries(attributes).filter(([name, value]) => {
    const [prefix, local] = splitName(name);
    if (prefix === 'xml') return local === 'space' || local === 'lang';
    if (prefix !== '')
      return name === 'xlink:href' && namespaces.get(prefix) === XLINK && isReference(element, name, value);
    if (/^on/i.test(name)) refuse(name);
    if (name === 'href') return isReference(element, name, value);
    if (name === 'attributeName') return isAnimated(tag, value);
    if (TEXTS.has(name) || FREE.test(name)) return true;
    if (!ANIMATED.has(name) && !FIXED.has(name)) return false;
    const load = findLoad(value);
    if (load !== null) refuse(`${name}="${load}"`);
    return true;
  });
}

/** True if a reference stays in the drawing. A link does nothing in a picture. */
function isReference(element: string, name: string, value: string): boolean {
  const isPicture = (element === 'image' || element === 'feImage') && OWN_PICTURE.test(value);
  if (OWN_PART.test(value) || isPicture) return true;
  const isLink = value.trim() === '' || (element === 'a' && /^\s*(?:https?|mailto):/i.test(value));
  return isLink ? false : refuse(`${name}="${value}"`);
}

function isAnimated(tag: string, value: string): boolean {
  const attribute = value.trim();
  if (/^(?:.*:)?(?:href|on.*)$/is.test(attribute)) refuse(`<${tag}>`);
  return ANIMATED.has(attribute);
}
