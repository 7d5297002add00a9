import { Answer } from '@zorivest/kernel';
import { z } from 'zod';
import { journalTool, READS } from '../../tool.ts';

/** Clients cut results near one megabyte, and base64 adds a third. */
const LARGEST_INLINE = 750_000;

export const getScreenshot = journalTool({
  name: 'get_screenshot',
  title: 'Show a screenshot',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'Fetch one attached picture so that it can be seen, with caption and size.',
    rich: 'Fetch one picture by its id, from {tool:get_trade_screenshots}, to look at: the image itself with its caption, width and height. A picture too large for a client comes back reduced, and the answer says so. Not for charts of results, which the analytics tools draw, and not for lists of pictures.',
  },
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
