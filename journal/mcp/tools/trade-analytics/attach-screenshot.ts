import { maxImageBytes } from '@zorivest/contract';
import { codes, KernelError } from '@zorivest/kernel';
import { z } from 'zod';
import { endpointTool } from '../../endpoint-tool.ts';
import { WRITES } from '../../tool.ts';

export const attachScreenshot = endpointTool({
  endpoint: 'images.attachToTrade',
  name: 'attach_screenshot',
  title: 'Attach a screenshot',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'Attach a picture (PNG, JPEG, GIF, WebP up to 10 MB, in base64) to a trade.',
    rich: 'Attach a chart or other picture to a trade: PNG, JPEG, GIF or WebP of at most 10 MB, given in base64 with or without a data: prefix. It is checked by content, converted to WebP and gets a thumbnail. Answers with the image_id for {tool:get_screenshot}. To see what a trade has already use {tool:get_trade_screenshots}.',
  },
  rename: { exec_id: 'trade_id' },
  describe: { caption: 'Caption.' },
  add: () => ({
    image_base64: z.string().min(1).describe('The picture in base64.'),
    mime_type: z.string().max(100).default('image/webp').describe('Only a hint; the content decides.'),
  }),
  hints: WRITES,
  handler: ({ image_base64, mime_type, ...input }, { ask }) =>
    ask(input, { bytes: decodeBase64(image_base64), name: `screenshot.${subtype(mime_type)}`, type: mime_type }),
});

function decodeBase64(text: string): Uint8Array {
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
