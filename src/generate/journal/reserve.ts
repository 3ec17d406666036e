/** Keeps room on the disk for the answers of running calls, so that a full disk loses no answer that was paid. */
import { randomBytes } from 'node:crypto';
import { rm, truncate, writeFile } from 'node:fs/promises';

/**
 * Creates a file that takes the room. It is deleted when the disk is full.
 * @param bytes that the answers of all calls that run at once may take
 * @throws the error of the file system if there is no room
 */
export async function createReserve(path: string, bytes: number) {
  // A file system may compress anything but random bytes.
  await writeFile(path, randomBytes(bytes), { flush: true });
  let length = bytes;
  let full: unknown = null;
  const remove = () => rm(path, { force: true });
  return {
    /** @param size of the log. @throws if it cannot take the answers of another call */
    async check(size: number): Promise<void> {
      if (full) throw full;
      if (size + bytes <= length) return;
      // The limit of a file's size holds for this file too. Its end takes no room.
      await truncate(path, size + 2 * bytes);
      length = size + 2 * bytes;
    },
    /** Frees the room. @returns false if that was done before */
    async release(error: unknown): Promise<boolean> {
      if (full) return false;
      full = error;
      await remove();
      return true;
    },
    remove,
  };
}
