/** The extension of MCP by which a client says that it can draw views (MCP Apps). */
export const VIEWS_EXTENSION = 'io.modelcontextprotocol/ui';

/** What a page is served as, and what a client says it can draw. */
export const VIEW_MIME = 'text/html;profile=mcp-app';

/**
 * A page that draws the answers of one or more tools inside a chat. A tool names its view and that is all: the list
 * tells clients which can draw it, `resources/read` serves it.
 */
export interface View {
  /** `ui://<server>/<view>`. */
  readonly uri: string;
  /** One whole HTML document. It holds no data: hosts keep it, and may fetch it before anything is called. */
  readonly page: () => string | Promise<string>;
}

/** A view with the tools whose answers it draws. */
export interface ViewListing {
  readonly view: string;
  readonly uri: string;
  readonly tools: readonly string[];
}

const VIEW_URI = /^ui:\/\/[a-z0-9-]+\/([a-z0-9-]+)$/;

/** The short name of a view; refuses an address hosts could not use. */
export function viewName({ uri }: View): string {
  const [, name] = VIEW_URI.exec(uri) ?? [];
  if (name === undefined) throw new Error(`${uri} is not an address of a view: ui://<server>/<view>, both [a-z0-9-]+`);
  return name;
}

/** Whether a client draws views: it says so with its capabilities, in either era. */
export function drawsViews(capabilities: Readonly<Record<string, unknown>>): boolean {
  const mimeTypes = field(field(field(capabilities, 'extensions'), VIEWS_EXTENSION), 'mimeTypes');
  return Array.isArray(mimeTypes) && mimeTypes.includes(VIEW_MIME);
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
