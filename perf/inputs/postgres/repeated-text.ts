import { latin1, utf8 } from '../files/bytes.ts';

/** A column that most rows repeat: the text is decoded again only when its bytes change. */
export class RepeatedText {
  #known = new Uint8Array(0);
  #text = '';

  read(bytes: Uint8Array, start: number, end: number): string {
    const length = end - start;
    let same = this.#known.length === length;
    for (let i = 0; same && i < length; i++) same = this.#known[i] === bytes[start + i];
    if (!same) {
      this.#known = bytes.slice(start, end);
      this.#text = utf8(latin1(bytes, start, end));
    }
    return this.#text;
  }
}
