/** Resources and prompts the official conformance suite expects; names and texts are the suite's. */
import type { Content } from '../content/content.ts';
import { PIXEL } from './samples.ts';

const words = ['paris', 'park', 'party', 'pasta'];

export const fixtureContent: Content = {
  resources: [
    {
      uri: 'test://static-text',
      name: 'Static text',
      mimeType: 'text/plain',
      read: () => ({
        uri: 'test://static-text',
        mimeType: 'text/plain',
        text: 'This is the content of the static text resource.',
      }),
    },
    {
      uri: 'test://static-binary',
      name: 'Static binary',
      mimeType: 'image/png',
      read: () => ({ uri: 'test://static-binary', mimeType: 'image/png', blob: PIXEL.data }),
    },
    {
      uri: 'test://watched-resource',
      name: 'Watched resource',
      mimeType: 'text/plain',
      read: () => ({ uri: 'test://watched-resource', mimeType: 'text/plain', text: 'Watched.' }),
    },
  ],
  resourceTemplates: [
    {
      uriTemplate: 'test://template/{id}/data',
      name: 'Template',
      mimeType: 'application/json',
      read: (uri, { id = '' }) => ({
        uri,
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
      }),
    },
  ],
  prompts: [
    {
      name: 'test_simple_prompt',
      description: 'A simple prompt.',
      render: () => [{ role: 'user', content: { type: 'text', text: 'This is a simple prompt for testing.' } }],
    },
    {
      name: 'test_prompt_with_arguments',
      description: 'A prompt with two arguments.',
      arguments: ['arg1', 'arg2'].map((name) => ({
        name,
        required: true,
        complete: (typed) => words.filter((word) => word.startsWith(typed)),
      })),
      render: ({ arg1, arg2 }) => [
        { role: 'user', content: { type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` } },
      ],
    },
    {
      name: 'test_prompt_with_embedded_resource',
      description: 'A prompt with an embedded resource.',
      arguments: [{ name: 'resourceUri', required: true }],
      render: ({ resourceUri = '' }) => [
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: {
              uri: resourceUri,
              mimeType: 'text/plain',
              text: 'Embedded resource content for testing.',
            },
          },
        },
        { role: 'user', content: { type: 'text', text: 'Please process the embedded resource above.' } },
      ],
    },
    {
      name: 'test_prompt_with_image',
      description: 'A prompt with an image.',
      render: () => [
        { role: 'user', content: PIXEL },
        { role: 'user', content: { type: 'text', text: 'Please analyze the image above.' } },
      ],
    },
    {
      name: 'test_input_required_result_prompt',
      description: 'A prompt that asks first.',
      render: async (_, { person }) => {
        const reply = await person.ask({
          id: 'user_context',
          message: 'What context should the prompt use?',
          schema: { type: 'object', properties: { context: { type: 'string' } }, required: ['context'] },
        });
        const context = reply.action === 'accept' ? String(reply.content.context) : 'none';
        return [{ role: 'user', content: { type: 'text', text: `Use this context: ${context}` } }];
      },
    },
  ],
};
