import type { Attachment } from '../tool/answer.ts';

/** One red pixel. */
export const PIXEL = {
  type: 'image',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  mimeType: 'image/png',
} as const satisfies Attachment;

/** A WAV file without a sample. */
export const SILENCE = {
  type: 'audio',
  data: 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=',
  mimeType: 'audio/wav',
} as const satisfies Attachment;

export const MIXED_RESOURCE: Attachment = {
  type: 'resource',
  resource: {
    uri: 'test://mixed-content-resource',
    mimeType: 'application/json',
    text: '{"test":"data","value":123}',
  },
};
