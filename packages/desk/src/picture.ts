/** Prepares pictures for a text: reduces and stores them, and writes their Markdown. */
import { storePicture } from './api.ts';

/** A picture to insert: a file of this machine, or the name of one in content/images. */
export interface Picture {
  source: File | string;
  alt: string;
  /** Empty for none. */
  caption: string;
}

/** @returns its name in content/images @param width pixels; wider pictures are reduced */
export async function store(picture: File, width: number): Promise<string> {
  const { url } = await storePicture(nameOf(picture), await reduce(picture, width));
  return url.replace(/^\/images\//, '');
}

/** Browsers give every pasted picture the same name, which several writers would use. */
const nameOf = ({ name }: File): string =>
  name === 'image.png' ? `pasted-${new Date().toISOString().slice(0, 19).replace(/\D/g, '')}.png` : name;

/** @param name in content/images */
export function pictureMarkdown(name: string, { alt, caption }: Picture): string {
  const address = `/images/${name.replace(/[()<>\\\s]/g, (sign) => encodeURIComponent(sign).replace(/[()]/g, '\\$&'))}`;
  const picture = `![${alt.trim().replace(/[[\]\\]/g, '\\$&')}](${address})`;
  const words = caption.trim().replace(/["\\]/g, '\\$&');
  return words === '' ? picture : `:::figure{caption="${words}"}\n${picture}\n:::`;
}

/** Animations and pictures that are narrow enough stay as they are. */
async function reduce(picture: File, width: number): Promise<Blob> {
  if (picture.type === 'image/gif') return picture;
  // The server says what is wrong with a picture that cannot be read.
  const bitmap = await createImageBitmap(picture).catch(() => null);
  if (!bitmap || bitmap.width <= width) return picture;
  const canvas = new OffscreenCanvas(width, Math.round((bitmap.height * width) / bitmap.width));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  // WebP keeps what is transparent.
  const type = ['image/jpeg', 'image/png'].includes(picture.type) ? picture.type : 'image/webp';
  return canvas.convertToBlob({ type, quality: 0.9 });
}
