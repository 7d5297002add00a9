// A chart as a file. Nothing is sent anywhere: the browser hands it to the person.
import { palettes, type Shape, styleOf, svgFile, titled } from '@zorivest/pictures';

/** Twice as many dots as on the page, for screens that show them. */
const SHARPNESS = 2;

/** A name as a file may have it. */
export const fileName = (title: string, ending: string): string =>
  `${
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'chart'
  }.${ending}`;

const shownTheme = (): 'light' | 'dark' => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light');

/** The picture with its name above it, in the colours of the page. */
export function pngOf(picture: Shape, name: string): Promise<Blob> {
  const theme = shownTheme();
  return pngOfSvg(svgFile(titled(picture, name), styleOf(theme)), palettes[theme].paper);
}

export async function pngOfSvg(file: string | Blob, paper: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([file], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * SHARPNESS;
    canvas.height = image.naturalHeight * SHARPNESS;
    const pen = canvas.getContext('2d');
    if (pen === null) throw new Error('this browser cannot render the image');
    pen.fillStyle = paper;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await blobOf(canvas);
  } finally {
    URL.revokeObjectURL(url);
  }
}

export function blobOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error('the image is too large to save')) : resolve(blob))),
  );
}
