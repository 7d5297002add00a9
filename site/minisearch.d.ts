// What is used of it. Its own types are not there before `npm run site` has installed it, and the check of types does without.
declare module 'minisearch' {
  interface Options {
    readonly fields: string[];
    readonly storeFields: string[];
    readonly searchOptions: object;
  }
  export default class MiniSearch {
    constructor(options: Options);
    addAll(documents: readonly object[]): void;
    search(words: string): object[];
    static loadJSON(json: string, options: Options): MiniSearch;
  }
}
