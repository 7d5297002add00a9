/** A named group of tools that is shown or hidden as one. A tool may be in several. */
export interface Toolset {
  readonly name: string;
  readonly description: string;
  /** Two or three words for the map of the whole in the instructions. */
  readonly gist?: string;
  /** Shown on every surface, whatever the operator chose. */
  readonly always?: boolean;
  /** Shown when the operator chose nothing. */
  readonly byDefault?: boolean;
}
