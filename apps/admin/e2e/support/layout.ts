/** Rules for how a page looks. Each function runs in the page, so it uses nothing of this file. */

/**
 * Makes rows, cards and items of lists inert if only their texts, links and names differ from one before them, and marks
 * them for `seriousFindings`.
 */
export function ignoreRepeated(): void {
  const seen = new Set<string>();
  for (const element of document.querySelectorAll<HTMLElement>("main :is(tbody > tr, li)")) {
    const look = element.outerHTML
      .replaceAll(/>[^<]+</g, "><")
      .replaceAll(
        / (href|id|for|name|title|value|datetime|aria-[a-z]+|data-[a-z-]*id)="[^"]*"/g,
        "",
      );
    element.inert = seen.has(look);
    if (element.inert) element.dataset.repeated = "";
    seen.add(look);
  }
}

/** Undoes `ignoreRepeated`: the app may draw the next page with the same elements. */
export function noticeRepeated(): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-repeated]")) {
    element.inert = false;
    delete element.dataset.repeated;
  }
}

/** Lists controls whose edge and background both have less than 3:1 against what is around them (WCAG 1.4.11). */
export function faintControls(): readonly string[] {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (canvas === null) throw new Error("the browser has no canvas");
  /** Draws colours over each other, and returns the luminance of what is seen. */
  const luminance = (colours: readonly string[]) => {
    for (const colour of colours) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element: Element | null): readonly string[] =>
    element === null
      ? ["white"]
      : [...behind(element.parentElement), getComputedStyle(element).backgroundColor];
  return [
    ...document.querySelectorAll<HTMLElement>(
      ":is(input:not([role=switch]), textarea, select):enabled, [role=switch]:enabled + *",
    ),
  ]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 4)
    .filter((one) => {
      const around = behind(one.parentElement);
      const { borderTopColor, borderTopWidth, backgroundColor } = getComputedStyle(one);
      const own = [backgroundColor, ...(borderTopWidth === "0px" ? [] : [borderTopColor])];
      const outer = luminance(around);
      return own.every((colour) => {
        const inner = luminance([...around, colour]);
        return (Math.max(inner, outer) + 0.05) / (Math.min(inner, outer) + 0.05) < 3;
      });
    })
    .map((one) => `faint control: ${one.outerHTML.slice(0, 200)}`);
}

/** Lists what is wrong with the layout of a page, at any width. */
export function faultsOfLayout(): readonly string[] {
  /** A smaller difference is no content that one would scroll to. */
  const STRAY_PX = 6;
  const all = (selector: string) => Array.from(document.querySelectorAll<HTMLElement>(selector));
  const isStray = (style: string, over: number) =>
    (style === "auto" || style === "scroll") && over > 0 && over <= STRAY_PX;
  const stray = all("body *").filter((element) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    // The rows of a table may be a little higher than its frame.
    const hasRows = element.querySelector(":scope > [role=grid]") !== null;
    return (
      isStray(overflowX, scrollWidth - clientWidth) ||
      (!hasRows && isStray(overflowY, scrollHeight - clientHeight))
    );
  });
  const loud = all("main :is(tbody, ol, ul) :is(button, a)[data-variant=filled]");
  const cut = all("[role=grid] tbody td")
    .filter((cell) => /\d.*\d:\d\d|^[A-Z]{3}\s\d|\d\s[A-Z]{3}$/.test(cell.textContent))
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  const lowerParts = all("body *").filter((element) => {
    const { scrollHeight, clientHeight } = element;
    const { overflowY, fontSize } = getComputedStyle(element);
    // A clamped text hides whole lines, which are higher.
    const over = scrollHeight - clientHeight;
    const isCut = over > 0 && over < Number.parseFloat(fontSize) / 2 && clientHeight > over * 2;
    const hasText = [...element.childNodes].some(
      (node) => node instanceof Text && node.data.trim() !== "",
    );
    return isCut && hasText && (overflowY === "hidden" || overflowY === "clip");
  });
  const covered = all("time").filter((time) => {
    const icon = time.closest("li")?.querySelector("svg");
    if (!icon) return false;
    const range = document.createRange();
    range.selectNodeContents(time);
    const [text, sign] = [range.getBoundingClientRect(), icon.getBoundingClientRect()];
    return (
      text.right > sign.left &&
      text.left < sign.right &&
      text.bottom > sign.top &&
      text.top < sign.bottom
    );
  });
  const names = all("main svg[aria-hidden]").flatMap((plot) => {
    const edge = plot.getBoundingClientRect();
    const texts = Array.from(plot.querySelectorAll<HTMLElement>("g text"), (text) => ({
      text,
      box: text.getBoundingClientRect(),
    }));
    const isNear = (box: DOMRect, { left, right, top }: DOMRect) =>
      Math.abs(top - box.top) < 4 && left < box.right + 6 && box.left < right + 6;
    return texts
      .filter(
        ({ box }, i) =>
          box.left < edge.left - 1 ||
          box.right > edge.right + 1 ||
          texts.slice(i + 1).some((other) => isNear(box, other.box)),
      )
      .map(({ text }) => text);
  });
  const faults = {
    "scrolls without content": stray,
    "loud in a row": loud,
    "letters without their lower parts": lowerParts,
    ...{ cut, covered, "name over another, or outside of its drawing": names },
  };
  return Object.entries(faults).flatMap(([fault, elements]) =>
    elements.map((one) => `${fault}: ${one.outerHTML.slice(0, 200)}`),
  );
}

/** Lists what is wrong with the layout of a page on a phone: only tables of records, boards and charts may be wider. */
export function faultsOfPhone(): readonly string[] {
  const isChart = (frame: Element) =>
    /as a table$/.test(frame.ariaLabel ?? "") || /\/reports\/\w+$/.test(location.pathname);
  const frames = [...document.querySelectorAll("main section[tabindex]")].filter(
    (one) =>
      one.querySelector("[role=grid]") === null &&
      !isChart(one) &&
      !location.pathname.endsWith("/board"),
  );
  return [document.documentElement, ...frames]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map((one) => `wider than a phone: ${one.getAttribute("aria-label") ?? one.tagName}`);
}

/** Lists what is wrong with the layout of a page on a tablet: every column of a plain table is in sight. */
export function faultsOfTablet(): readonly string[] {
  return [...document.querySelectorAll<HTMLElement>("main section[data-even]")]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map((frame) => `columns out of sight: ${frame.ariaLabel}`);
}

/** Returns the parts of addresses below a selector, from one place to break to the next, that are on more than one line. */
export function brokenParts(selector: string): readonly string[] {
  const nodes = Array.from(document.querySelectorAll(selector)).flatMap((one) => [
    ...one.childNodes,
  ]);
  return nodes.flatMap((node) =>
    Array.from((node.textContent ?? "").matchAll(/\S+/g))
      .filter(({ index, 0: part }) => {
        const range = document.createRange();
        if (!(node instanceof Text)) range.selectNodeContents(node);
        else {
          range.setStart(node, index);
          range.setEnd(node, index + part.length);
        }
        return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
      })
      .map(([part]) => part),
  );
}

/** Returns where the title of a page begins, in pixels. */
export function leftOfTitle(): number {
  return document.querySelector("main header")?.getBoundingClientRect().x ?? -1;
}
