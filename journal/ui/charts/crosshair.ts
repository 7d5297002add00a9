// A line at the point that is looked at and a card that says what it is: by pointer, by touch and by keys. Past React: a move
// of the pointer over two thousand points moves two things that lie over the picture, which is neither painted nor laid out
// again.

const SVG = 'http://www.w3.org/2000/svg';
/** Between the pointer and the card. */
const APART = 12;
/** Less is a hand that shook. */
const LEAST_BRUSH = 8;

export interface Crosshair {
  /** Of a mark that was reached by keys; null: none. */
  readonly show: (mark: Element | null) => void;
  readonly end: () => void;
}

interface Place {
  /** Where the picture is drawn. */
  readonly drawn: HTMLElement;
  readonly card: HTMLElement;
  readonly line: HTMLElement;
  /** A stretch of the axis was chosen by drawing across it. */
  readonly onBrush: ((from: number, to: number) => void) | undefined;
}

/** What a mark says. */
export const toldBy = (mark: Element | null | undefined): string => mark?.getAttribute('data-told') ?? '';

export function followPointer({ drawn, card, line, onBrush }: Place): Crosshair {
  const ended = new AbortController();
  const options = { signal: ended.signal };
  let from: { readonly at: number; readonly x: number } | null = null;
  let isBrushed = false;

  let said: Element | null = null;
  // A share of a translation is one of the card itself: asked for its size, the page would be laid out at every move.
  const placeCard = (x: number, y: number, room: number) => {
    const left = x > room / 2 ? `${x - APART}px - 100%` : `${x + APART}px`;
    card.style.translate = `clamp(0px, ${left}, ${room}px - 100%) max(0px, ${y - APART}px - 100%)`;
  };
  const say = (mark: Element | null, x: number, y: number, room: number) => {
    const told = toldBy(mark);
    if (mark !== said || card.textContent !== told) {
      said = mark;
      placeLine(line, mark, room);
      card.hidden = told === '';
      if (told !== '') card.textContent = told;
    }
    if (told !== '') placeCard(Math.round(x), Math.round(y), room);
  };
  const markUnder = (target: EventTarget | null) => (target instanceof Element ? target.closest('[data-told]') : null);
  const move = (event: PointerEvent) => {
    const box = drawn.getBoundingClientRect();
    const x = event.clientX - box.left;
    say(markUnder(event.target), x, event.clientY - box.top, box.width);
    if (from !== null && Math.abs(x - from.x) >= LEAST_BRUSH) drawStretch(drawn, from.x, x, box.width);
  };
  const begin = (event: PointerEvent) => {
    move(event);
    isBrushed = false;
    const at = event.target instanceof Element ? event.target.getAttribute('data-x') : null;
    if (onBrush === undefined || at === null || event.pointerType === 'touch' || event.button !== 0) return;
    from = { at: Number(at), x: event.clientX - drawn.getBoundingClientRect().left };
  };
  const finish = (event: PointerEvent) => {
    const begun = from;
    from = null;
    drawn.querySelector('.stretch')?.remove();
    const at = event.target instanceof Element ? event.target.getAttribute('data-x') : null;
    if (begun === null || at === null) return;
    const x = event.clientX - drawn.getBoundingClientRect().left;
    if (Math.abs(x - begun.x) < LEAST_BRUSH) return;
    isBrushed = true;
    onBrush?.(Math.min(begun.at, Number(at)), Math.max(begun.at, Number(at)));
  };
  const leave = () => {
    from = null;
    drawn.querySelector('.stretch')?.remove();
    say(null, 0, 0, 0);
  };
  drawn.addEventListener('pointermove', move, options);
  drawn.addEventListener('pointerdown', begin, options);
  drawn.addEventListener('pointerup', finish, options);
  drawn.addEventListener('pointerleave', leave, options);
  // A stretch that was drawn is no press on the point it ended at.
  const swallow = (event: Event) => {
    if (!isBrushed) return;
    isBrushed = false;
    event.stopPropagation();
  };
  drawn.addEventListener('click', swallow, { ...options, capture: true });
  return {
    show: (mark) => {
      if (mark === null) return leave();
      const [box, own] = [drawn.getBoundingClientRect(), mark.getBoundingClientRect()];
      return say(
        mark,
        own.left + own.width / 2 - box.left,
        own.top + Math.min(own.height / 2, 60) - box.top,
        box.width,
      );
    },
    end: () => ended.abort(),
  };
}

const pictureIn = (drawn: Element): SVGSVGElement | null => drawn.querySelector('svg.picture');

/** Only a curve has strips; a bar or a cell is outlined by the sheet. */
function placeLine(line: HTMLElement, mark: Element | null, room: number): void {
  const isStrip = mark?.classList.contains('strip') === true;
  line.hidden = !isStrip;
  if (!isStrip) return;
  const wide = (mark as SVGRectElement).ownerSVGElement?.viewBox.baseVal.width || room;
  const shown = (name: string) => (Number(mark.getAttribute(name) ?? 0) * room) / wide;
  line.style.translate = `${shown('data-mid')}px ${shown('y')}px`;
  line.style.height = `${shown('height')}px`;
}

function drawStretch(drawn: Element, from: number, to: number, width: number): void {
  const picture = pictureIn(drawn);
  if (picture === null || width === 0) return;
  let stretch = picture.querySelector('.stretch');
  if (stretch === null) {
    stretch = document.createElementNS(SVG, 'rect');
    stretch.setAttribute('class', 'stretch');
    stretch.setAttribute('y', '0');
    stretch.setAttribute('height', String(picture.viewBox.baseVal.height));
    picture.append(stretch);
  }
  const scale = picture.viewBox.baseVal.width / width;
  stretch.setAttribute('x', String(Math.min(from, to) * scale));
  stretch.setAttribute('width', String(Math.abs(to - from) * scale));
}
