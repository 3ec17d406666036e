/** Prepares a picture for a text: reduces it, stores it, and returns its Markdown. */
import { storePicture } from './api.ts';

interface Choice {
  picture: File;
  alt: string;
  /** Pixels. Wider pictures are reduced. */
  width: number;
}

export async function pictureMarkdown({ picture, alt, width }: Choice): Promise<string> {
  const { url } = await storePicture(picture.name, await reduce(picture, width));
  return `![${alt.replace(/[[\]\\]/g, '\\$&')}](${url})`;
}

/** Animations and pictures that are narrow enough stay as they are. */
async function reduce(picture: File, width: number): Promise<Blob> {
  if (picture.type === 'image/gif') return picture;
  const bitmap = await createImageBitmap(picture);
  if (bitmap.width <= width) return picture;
  const canvas = new OffscreenCanvas(width, Math.round((bitmap.height * width) / bitmap.width));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  // WebP keeps what is transparent.
  const type = ['image/jpeg', 'image/png'].includes(picture.type) ? picture.type : 'image/webp';
  return canvas.convertToBlob({ type, quality: 0.9 });
}
