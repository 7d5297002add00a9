// A line at the point that is looked at and a card that says what it is: by pointer, by touch and by keys. Past React: a move
// of the pointer over two thousand points moves two things that lie over the page, which needs neither paint nor layout.
// The strips of a curve are found by where the pointer is, not by being under it: entering and leaving each of them would be
// reported to every listener of the page.

const SVG = 'http://www.w3.org/2000/svg';
/** Between the pointer and the card. */
const APART = 12;
/** Less is a hand that shook. */
const LEAST_BRUSH = 8;

export interface Crosshair {
  /** The mark that a press of the pointer means. */
  readonly markAt: (event: MouseEvent) => Element | null;
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

/** What a mark says; of one with a name on it, what says the part that is drawn. */
export const labelOf = (mark: Element | null | undefined): string =>
  (mark?.getAttribute('data-label') ?? mark?.querySelector('[data-label]')?.getAttribute('data-label')) || '';

export function followPointer({ drawn, card, line, onBrush }: Place): Crosshair {
  const ended = new AbortController();
  const options = { signal: ended.signal };
  let from: { readonly at: number; readonly x: number } | null = null;
  let isBrushed = false;

  let current: Element | null = null;
  let at = { x: 0, y: 0 };
  // A percentage in a translation refers to the card itself: measuring the card would force a layout at every move.
  const placeCard = ({ left, top, width }: DOMRect) => {
    const x = Math.round(left + at.x);
    const cardX = at.x > width / 2 ? `${x - APART}px - 100%` : `${x + APART}px`;
    const cardY = Math.round(top + at.y) - APART;
    card.style.translate = `clamp(${left}px, ${cardX}, ${left + width}px - 100%) max(${top}px, ${cardY}px - 100%)`;
  };
  const say = (mark: Element | null, x: number, y: number, box: DOMRect) => {
    const label = labelOf(mark);
    at = { x, y };
    if (mark !== current || card.textContent !== label) {
      current = mark;
      placeLine(line, mark, box.width);
      drawn.classList.toggle('on-strip', mark?.matches('.strip[data-key]') === true);
      if (label !== '') card.textContent = label;
      card.togglePopover(label !== '');
    }
    if (label !== '') placeCard(box);
  };
  const strips = drawn.getElementsByClassName('strip');
  const stripAt = ({ clientX, clientY }: MouseEvent, box: DOMRect) =>
    findStrip(strips, clientX - box.left, clientY - box.top, box.width);
  const markAt = (event: MouseEvent, box = drawn.getBoundingClientRect()) =>
    (event.target instanceof Element ? event.target.closest('[data-label], [data-key]') : null) ?? stripAt(event, box);
  const move = (event: PointerEvent) => {
    const box = drawn.getBoundingClientRect();
    const x = event.clientX - box.left;
    say(markAt(event, box), x, event.clientY - box.top, box);
    if (from !== null && Math.abs(x - from.x) >= LEAST_BRUSH) drawStretch(drawn, from.x, x, box.width);
  };
  const begin = (event: PointerEvent) => {
    move(event);
    isBrushed = false;
    const box = drawn.getBoundingClientRect();
    const strip = stripAt(event, box);
    if (onBrush === undefined || strip === null || event.pointerType === 'touch' || event.button !== 0) return;
    from = { at: placeOf(strip), x: event.clientX - box.left };
  };
  const finish = (event: PointerEvent) => {
    const begun = from;
    from = null;
    drawn.querySelector('.stretch')?.remove();
    const box = drawn.getBoundingClientRect();
    const strip = stripAt(event, box);
    if (begun === null || strip === null || Math.abs(event.clientX - box.left - begun.x) < LEAST_BRUSH) return;
    isBrushed = true;
    onBrush?.(Math.min(begun.at, placeOf(strip)), Math.max(begun.at, placeOf(strip)));
  };
  const leave = () => {
    from = null;
    drawn.querySelector('.stretch')?.remove();
    say(null, 0, 0, drawn.getBoundingClientRect());
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
  // The card lies over the page, and goes with the picture.
  const follow = () => current !== null && placeCard(drawn.getBoundingClientRect());
  addEventListener('scroll', follow, { ...options, capture: true, passive: true });
  return {
    markAt,
    show: (mark) => {
      if (mark === null) return leave();
      const box = drawn.getBoundingClientRect();
      const { x, y } = mark.matches('.strip') ? pointOf(mark, box.width) : middleOf(mark, box);
      return say(mark, x, y, box);
    },
    end: () => ended.abort(),
  };
}

/** Where on the axis a strip stands. */
const placeOf = (strip: Element): number => Number(strip.getAttribute('data-x'));

const numberOf = (strip: Element | null, name: string): number => Number(strip?.getAttribute(name) ?? 0);

/** The one over which a place of the picture is, as it is shown; they stand side by side, in order. */
function findStrip(strips: HTMLCollectionOf<Element>, x: number, y: number, room: number): Element | null {
  const first = strips.item(0);
  if (first === null || room === 0) return null;
  const scale = scaleOf(first, room);
  const [across, down] = [x * scale, y * scale - numberOf(first, 'y')];
  if (across < numberOf(first, 'x') || down < 0 || down > numberOf(first, 'height')) return null;
  let [low, high] = [0, strips.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (numberOf(strips.item(middle), 'x') <= across) low = middle;
    else high = middle - 1;
  }
  const found = strips.item(low);
  return across <= numberOf(found, 'x') + numberOf(found, 'width') ? found : null;
}

const pictureIn = (drawn: Element): SVGSVGElement | null => drawn.querySelector('svg.picture');

/** So far below its upper edge is the card of a mark that is reached by keys. */
const BELOW = 60;

const middleOf = (mark: Element, box: DOMRect) => {
  const own = mark.getBoundingClientRect();
  return { x: own.left + own.width / 2 - box.left, y: own.top + Math.min(own.height / 2, BELOW) - box.top };
};

/** How wide the picture is drawn for each pixel that it is shown. */
const scaleOf = (strip: Element, room: number): number =>
  ((strip as SVGRectElement).ownerSVGElement?.viewBox.baseVal.width || room) / room;

const pointOf = (strip: Element, room: number) => {
  const scale = scaleOf(strip, room);
  return { x: numberOf(strip, 'data-mid') / scale, y: numberOf(strip, 'y') / scale + BELOW };
};

/** Only a curve has strips; a bar or a cell is outlined by the sheet. */
function placeLine(line: HTMLElement, mark: Element | null, room: number): void {
  const isStrip = mark?.classList.contains('strip') === true;
  line.hidden = !isStrip;
  if (!isStrip) return;
  const scale = scaleOf(mark, room);
  line.style.translate = `${numberOf(mark, 'data-mid') / scale}px ${numberOf(mark, 'y') / scale}px`;
  line.style.height = `${numberOf(mark, 'height') / scale}px`;
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
