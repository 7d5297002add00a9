// From an upload to what is stored. The first bytes decide what it is; names and content types are only claims.
import { invalidField } from '@zorivest/store';

const QUALITY = 85;
const THUMBNAIL_QUALITY = 80;
export const THUMBNAIL_SIZE = 200;
/** A small file can unfold into a huge picture; this is more than any screen. */
const MOST_PIXELS = 64_000_000;

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text;

function isImage(bytes: Uint8Array): boolean {
  return (
    startsWith(bytes, '\x89PNG\r\n\x1a\n') ||
    startsWith(bytes, '\xff\xd8\xff') ||
    startsWith(bytes, 'GIF87a') ||
    startsWith(bytes, 'GIF89a') ||
    (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8))
  );
}

export interface StoredImage {
  readonly data: Buffer;
  readonly thumbnail: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Loaded when it is needed: it brings a large library along. */
const loadSharp = async () => (await import('sharp')).default;

const options = { limitInputPixels: MOST_PIXELS, failOn: 'error' } as const;

/** Upright, without the camera's metadata (which knows where the picture was taken), as WebP. */
export async function convertImage(bytes: Uint8Array): Promise<StoredImage> {
  if (!isImage(bytes)) throw invalidField('file', 'must be a PNG, JPEG, GIF or WebP image');
  const sharp = await loadSharp();
  try {
    const { data, info } = await sharp(bytes, options)
      .autoOrient()
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    return { data, thumbnail: await shrink(data, THUMBNAIL_SIZE), width: info.width, height: info.height };
  } catch {
    throw invalidField('file', 'is damaged or too large to be read as an image');
  }
}

export async function shrink(webp: Uint8Array, size: number): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(webp, options)
    .resize(size, size, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: THUMBNAIL_QUALITY })
    .toBuffer();
}
