import { contract, maxImageBytes } from '@zorivest/contract';
import { Answer, codes, KernelError } from '@zorivest/kernel';
import { z } from 'zod';
import { journalTool, READS, WRITES } from '../../tool.ts';
import { tradeId } from '../parameters.ts';

export const attachScreenshot = journalTool({
  name: 'attach_screenshot',
  title: 'Attach a screenshot',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'Attach a picture (PNG, JPEG, GIF, WebP up to 10 MB, in base64) to a trade.',
    rich: 'Attach a chart or other picture to a trade: PNG, JPEG, GIF or WebP of at most 10 MB, given in base64 with or without a data: prefix. It is checked by content, converted to WebP and gets a thumbnail. Answers with the image_id for {get_screenshot}. To see what a trade has already use {get_trade_screenshots}.',
  },
  synonyms: [
    'upload image',
    'add chart',
    'picture',
    'photo',
    'save chart',
    'attach image',
    'upload picture',
    'add image',
    'save screenshot',
    'put chart on trade',
    'photo of chart',
  ],
  input: () =>
    z.object({
      trade_id: tradeId,
      image_base64: z.string().min(1).describe('The picture in base64.'),
      mime_type: z.string().max(100).default('image/webp').describe('Only a hint; the content decides.'),
      caption: z.string().max(1000).default('').describe('Caption.'),
    }),
  output: () => contract.images.attachToTrade.response,
  hints: WRITES,
  handler: ({ trade_id, image_base64, mime_type, caption }, { api, options }) => {
    const file = { bytes: decoded(image_base64), name: `screenshot.${subtype(mime_type)}`, type: mime_type };
    return api.images.attachToTrade({ params: { exec_id: trade_id }, body: { caption, file } }, options);
  },
});

function decoded(text: string): Uint8Array {
  const base64 = text.replace(/^data:[^,]*,/, '').replaceAll(/\s/g, '');
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(base64)) {
    throw new KernelError(
      codes.invalidArguments,
      'image_base64 is not base64. Send the bytes of the picture encoded in base64.',
    );
  }
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > maxImageBytes) {
    const megabytes = Math.round(maxImageBytes / 1024 / 1024);
    throw new KernelError(codes.invalidArguments, `The picture is larger than ${megabytes} MB. Send a smaller one.`);
  }
  return bytes;
}

function subtype(mimeType: string): string {
  return /^image\/([a-z]+)/.exec(mimeType)?.[1] ?? 'webp';
}

export const getTradeScreenshots = journalTool({
  name: 'get_trade_screenshots',
  title: 'List screenshots of a trade',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'List the pictures attached to a trade: id, caption, type and size.',
    rich: 'List the pictures attached to one trade with id, caption, type, size and time, without the pictures themselves. To look at one give its id to {get_screenshot}; to add one use {attach_screenshot}. An empty list means that the trade has none; an unknown trade is an error.',
  },
  synonyms: [
    'charts of a trade',
    'attached images',
    'pictures',
    'which screenshots',
    'list images',
    'images of a trade',
    'has pictures',
    'any screenshots',
    'attachments',
    'pics',
    'any pics',
    'charts stored',
    'did I save',
    'saved charts',
  ],
  input: () => z.object({ trade_id: tradeId }),
  output: () => contract.images.listForTrade.response,
  hints: READS,
  handler: ({ trade_id }, { api, options }) => api.images.listForTrade({ params: { exec_id: trade_id } }, options),
});

/** Clients cut results near one megabyte, and base64 adds a third. */
const LARGEST_INLINE = 750_000;

export const getScreenshot = journalTool({
  name: 'get_screenshot',
  title: 'Show a screenshot',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'Fetch one attached picture so that it can be seen, with caption and size.',
    rich: 'Fetch one picture by its id, from {get_trade_screenshots}, to look at: the image itself beside its caption, width and height. A picture too large for a client comes back reduced, and the answer says so. Not for charts of results, which the analytics tools draw, and not for lists of pictures.',
  },
  synonyms: [
    'view chart',
    'display image',
    'look at picture',
    'see screenshot',
    'open image',
    'show picture',
    'see the chart',
    'image itself',
    'view attachment',
  ],
  input: () => z.object({ image_id: z.int().min(1).describe('Picture id.') }),
  output: () => z.looseObject({ id: z.number(), caption: z.string(), mime_type: z.string(), reduced: z.boolean() }),
  hints: READS,
  handler: async ({ image_id }, { api, options }) => {
    const params = { image_id };
    const [facts, full] = await Promise.all([
      api.images.get({ params }, options),
      api.images.full({ params }, options),
    ]);
    const reduced = full.bytes.length > LARGEST_INLINE;
    const picture = reduced ? await api.images.thumbnail({ params, query: { max_size: 1024 } }, options) : full;
    const image = {
      type: 'image' as const,
      data: Buffer.from(picture.bytes).toString('base64'),
      mimeType: reduced ? 'image/webp' : facts.mime_type,
    };
    return new Answer({ ...facts, reduced }, [image]);
  },
});
