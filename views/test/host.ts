// A host as the SDK has it: the bridge of `@modelcontextprotocol/ext-apps` around a sandboxed frame. It is bundled for
// the browser; the tests speak to it by `window.host`.
import { AppBridge, PostMessageTransport, type McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge';

export interface PageContent {
  readonly src: string;
  readonly context: McpUiHostContext;
  readonly width: number;
  readonly input?: Record<string, unknown>;
  readonly result?: Parameters<AppBridge['sendToolResult']>[0];
  readonly cancelled?: string;
  /** Whether calls of the page are passed on. */
  readonly calls?: boolean;
}

/** What the page sent to its host. */
export interface HostLog {
  readonly sizes: { readonly width?: number; readonly height?: number }[];
  readonly contexts: unknown[];
  readonly links: string[];
  readonly modes: string[];
  /** Milliseconds from the answer's arrival to the page saying that it is drawn. */
  sentAt: number;
}

export interface Host {
  readonly show: (shown: PageContent) => Promise<void>;
  readonly setContext: (context: McpUiHostContext) => void;
  readonly teardown: () => Promise<unknown>;
  readonly heard: () => HostLog;
}

declare global {
  interface Window {
    host: Host;
    /** Set by the test: a call of a tool, in the name of the page. */
    callTool?: (name: string, args: unknown) => Promise<unknown>;
  }
}

let bridge: AppBridge | undefined;
let heard: HostLog = { sizes: [], contexts: [], links: [], modes: [], sentAt: 0 };

window.host = {
  async show({ src, context, width, input = {}, result, cancelled, calls = false }) {
    document.body.replaceChildren();
    heard = { sizes: [], contexts: [], links: [], modes: [], sentAt: 0 };
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.title = 'view';
    frame.width = String(width);
    frame.height = '600';
    document.body.append(frame);
    const target = frame.contentWindow;
    if (target === null) throw new Error('the frame has no window');
    const made = new AppBridge(
      null,
      { name: 'test-host', version: '1.0.0' },
      { openLinks: {}, updateModelContext: { text: {} }, ...(calls ? { serverTools: {} } : {}) },
      { hostContext: context },
    );
    bridge = made;
    made.onsizechange = (size) => {
      heard.sizes.push(size);
      if (size.height !== undefined) frame.height = String(Math.max(80, size.height));
    };
    made.onupdatemodelcontext = (params) => {
      heard.contexts.push(params);
      return Promise.resolve({});
    };
    made.onopenlink = ({ url }) => {
      heard.links.push(url);
      return Promise.resolve({});
    };
    made.onrequestdisplaymode = ({ mode }) => {
      heard.modes.push(mode);
      return Promise.resolve({ mode });
    };
    if (calls) {
      // A tool's result as our server gave it.
      made.oncalltool = async ({ name, arguments: args }) => (await window.callTool?.(name, args)) as never;
    }
    const ready = new Promise<void>((resolve) => (made.oninitialized = () => resolve()));
    await made.connect(new PostMessageTransport(target, target));
    frame.src = src;
    await ready;
    await made.sendToolInput({ arguments: input });
    heard.sentAt = Date.now();
    if (cancelled !== undefined) await made.sendToolCancelled({ reason: cancelled });
    if (result !== undefined) await made.sendToolResult(result);
  },
  setContext: (context) => bridge?.setHostContext(context),
  teardown: () => bridge?.teardownResource({}) ?? Promise.resolve(),
  heard: () => heard,
};
