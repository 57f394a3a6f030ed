import type { Series } from "../figure.ts";

const SCALE = 2;
const PADDING = 24;
const TITLE = 44;
const LEGEND = 24;
const SVG = "http://www.w3.org/2000/svg";

/** What styles of the page give the drawing. */
const STYLES = ["fill", "stroke", "font-size", "font-family", "font-variant-numeric"] as const;

/**
 * Draws a chart as a picture, with its title and legend.
 *
 * @param lead line below the title
 */
export async function drawPicture(
  svg: SVGSVGElement,
  { title, lead, series }: { title: string; lead: string; series: readonly Series[] },
): Promise<Blob> {
  const [width, height] = [svg.width.baseVal.value, svg.height.baseVal.value];
  const top = TITLE + (series.length > 1 ? LEGEND : 0) + PADDING;
  const size = [width + 2 * PADDING, height + top + PADDING] as const;
  const page = getComputedStyle(svg.ownerDocument.body);
  const root = document.createElementNS(SVG, "svg");
  for (const [name, value] of [
    ["xmlns", SVG],
    ["width", String(size[0])],
    ["height", String(size[1])],
    ["font-family", "Inter, system-ui, sans-serif"],
  ] as const) {
    root.setAttribute(name, value);
  }
  add(root, "rect", { width: "100%", height: "100%", fill: page.backgroundColor });
  const ink = { x: PADDING, fill: page.color };
  add(root, "text", { ...ink, y: PADDING + 12, "font-size": 16, "font-weight": 600 }, title);
  add(root, "text", { ...ink, y: PADDING + 32, "font-size": 12, opacity: 0.8 }, lead);
  if (series.length > 1) addLegend(root, svg, series, page.color);
  const drawing = styled(svg);
  drawing.setAttribute("x", String(PADDING));
  drawing.setAttribute("y", String(top));
  root.append(drawing);
  return rasterized(new XMLSerializer().serializeToString(root), size);
}

function addLegend(
  root: SVGSVGElement,
  svg: SVGSVGElement,
  series: readonly Series[],
  colour: string,
): void {
  let x = PADDING;
  for (const { label, colour: fill } of series) {
    const mark = svg.querySelector(`[data-fill="${fill}"]`);
    const y = PADDING + TITLE + 4;
    if (mark === null) continue;
    add(root, "rect", { x, y, width: 10, height: 10, rx: 3, fill: getComputedStyle(mark).fill });
    add(root, "text", { x: x + 16, y: y + 9, fill: colour, "font-size": 12 }, label);
    x += 16 + label.length * 6.6 + 18;
  }
}

function add(
  to: Element,
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  text = "",
): void {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  to.append(element);
}

/** Copies a drawing with its styles as attributes, because a picture has no styles of the page. */
function styled(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll("*");
  for (const [i, element] of [...svg.querySelectorAll("*")].entries()) {
    const style = getComputedStyle(element);
    const target = copies[i];
    target?.removeAttribute("class");
    for (const name of STYLES) target?.setAttribute(name, style.getPropertyValue(name));
  }
  return copy;
}

async function rasterized(markup: string, [width, height]: readonly [number, number]) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  const context = canvas.getContext("2d");
  context?.scale(SCALE, SCALE);
  context?.drawImage(image, 0, 0);
  return new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) =>
      blob === null ? reject(new Error("The picture could not be drawn.")) : resolve(blob),
    );
  });
}
