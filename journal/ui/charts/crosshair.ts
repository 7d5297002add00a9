// A line at the point that is looked at and a card that says what it is: by pointer, by touch and by keys. Past React: a move
// of the pointer over two thousand points draws two things and nothing else.

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
  /** A stretch of the axis was chosen by drawing across it. */
  readonly onBrush: ((from: number, to: number) => void) | undefined;
}

/** What a mark says. */
export const toldBy = (mark: Element | null | undefined): string => mark?.getAttribute('data-told') ?? '';

export function followPointer({ drawn, card, onBrush }: Place): Crosshair {
  const ended = new AbortController();
  const options = { signal: ended.signal };
  let from: { readonly at: number; readonly x: number } | null = null;
  let isBrushed = false;

  let said: Element | null = null;
  // Measured once for a mark: asked for at every move, the page would be laid out at every move.
  let size = { width: 0, height: 0, room: 0 };
  const placeCard = (x: number, y: number) => {
    const { width, height, room } = size;
    const left = x > room / 2 ? x - width - APART : x + APART;
    const within = Math.max(0, Math.min(left, room - width));
    card.style.translate = `${Math.round(within)}px ${Math.round(Math.max(0, y - height - APART))}px`;
  };
  const say = (mark: Element | null, x: number, y: number) => {
    const told = toldBy(mark);
    if (mark !== said || card.textContent !== told) {
      said = mark;
      drawLine(drawn, mark);
      card.hidden = told === '';
      if (told !== '') {
        card.textContent = told;
        size = { width: card.offsetWidth, height: card.offsetHeight, room: drawn.clientWidth };
      }
    }
    if (told !== '') placeCard(x, y);
  };
  const markUnder = (target: EventTarget | null) => (target instanceof Element ? target.closest('[data-told]') : null);
  const move = (event: PointerEvent) => {
    const box = drawn.getBoundingClientRect();
    const x = event.clientX - box.left;
    say(markUnder(event.target), x, event.clientY - box.top);
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
    say(null, 0, 0);
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
      return say(mark, own.left + own.width / 2 - box.left, own.top + Math.min(own.height / 2, 60) - box.top);
    },
    end: () => ended.abort(),
  };
}

const pictureIn = (drawn: Element): SVGSVGElement | null => drawn.querySelector('svg.picture');

/** Only a curve has strips; a bar or a cell is outlined by the sheet. */
function drawLine(drawn: Element, mark: Element | null): void {
  const picture = pictureIn(drawn);
  if (picture === null) return;
  let line = picture.querySelector('.crosshair');
  if (mark?.classList.contains('strip') !== true) return line?.remove();
  if (line === null) {
    line = document.createElementNS(SVG, 'line');
    line.setAttribute('class', 'crosshair');
    picture.append(line);
  }
  const x = mark.getAttribute('data-mid') ?? '0';
  const top = mark.getAttribute('y') ?? '0';
  const bottom = String(Number(top) + Number(mark.getAttribute('height') ?? 0));
  for (const [name, value] of Object.entries({ x1: x, x2: x, y1: top, y2: bottom })) line.setAttribute(name, value);
  return undefined;
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
