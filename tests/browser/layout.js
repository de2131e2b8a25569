// What is wrong with the page once it is laid out, as a list of sentences: clipped, covered, too small.
async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const laid = () =>
    [...document.querySelectorAll("main *, section *")].map((each) => Object.values(each.getBoundingClientRect().toJSON()).map(Math.round).join()).join(";");
  // Sizes are measured, used and measured again: settled is what two frames and all that moves leave as it was.
  for (let before = "", now = laid(); before !== now; now = laid()) {
    before = now;
    await Promise.allSettled(document.getAnimations().map((each) => each.finished));
    await frame();
    await frame();
  }
  const faults = [];
  const TEXT = 12;
  const TARGET = 44;
  const name = (element) => {
    const said = (element.getAttribute("aria-label") || element.innerText || "").trim().slice(0, 40);
    const kind = element.tagName.toLowerCase();
    const classes = [...element.classList].filter((each) => !each.startsWith("svelte-")).join(".");
    return `${kind}${classes && "." + classes} "${said}"`;
  };
  const visible = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest(".vh, .sprite, defs, [inert]");
  const inside = (rect, frame) =>
    rect.left >= frame.left - 1 && rect.right <= frame.right + 1 && rect.top >= frame.top - 1 && rect.bottom <= frame.bottom + 1;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflow);
  // What is out of sight in a list that scrolls can be scrolled to.
  const scroller = (element) => {
    for (let each = element.parentElement; each; each = each.parentElement) if (scrolls(each)) return each;
    return null;
  };
  const all = [...document.body.querySelectorAll("*")].filter(visible);

  if (document.documentElement.scrollWidth > innerWidth) faults.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  for (const element of all) {
    const style = getComputedStyle(element);
    const text = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (text && !(element instanceof SVGElement)) {
      if (parseFloat(style.fontSize) < TEXT) faults.push(`${name(element)}: text of ${style.fontSize}`);
      // A long name may be cut with an ellipsis where its full text is a title.
      const cut = element.scrollWidth > element.clientWidth + 1 && style.overflowX !== "visible" && style.display !== "inline";
      const told = style.textOverflow === "ellipsis" && element.closest("[title]");
      if (cut && !told && !scrolls(element)) faults.push(`${name(element)}: cut at ${element.clientWidth} of ${element.scrollWidth} px`);
      const high = element.scrollHeight > element.clientHeight + 2 && style.overflowY !== "visible" && style.display !== "inline";
      // So may one of several lines, whose last ends with an ellipsis.
      const clamped = style.webkitLineClamp !== "none" && element.closest("[title]");
      if (high && !clamped && !scrolls(element)) faults.push(`${name(element)}: cut at ${element.clientHeight} of ${element.scrollHeight} px of height`);
      for (let each = element.parentElement; each && !scrolls(each); each = each.parentElement) {
        if (getComputedStyle(each).overflowX === "visible") continue;
        const ellipsis = getComputedStyle(each).textOverflow === "ellipsis" && each.closest("[title]");
        if (!ellipsis && !inside(element.getBoundingClientRect(), each.getBoundingClientRect()))
          faults.push(`${name(element)}: cut by ${name(each)}`);
      }
    }
  }
  const targets = all.filter((element) => element.matches("button, a[href], select, input, summary, [role=tab]"));
  for (const target of targets) {
    const rect = target.getBoundingClientRect();
    const label = target.closest("label")?.getBoundingClientRect();
    const wide = Math.max(rect.width, label?.width ?? 0);
    const high = Math.max(rect.height, label?.height ?? 0);
    if (Math.min(wide, high) < TARGET - 0.5) faults.push(`${name(target)}: a target of ${Math.round(wide)} × ${Math.round(high)} px`);
    // Seals hang over a galleon's corner on purpose; words stay in their button.
    if (!target.matches(".galleon") && target.scrollWidth > target.clientWidth + 1) faults.push(`${name(target)}: ${target.scrollWidth} px in ${target.clientWidth}`);
    if (!scroller(target) && !inside(rect, screen)) faults.push(`${name(target)}: partly off the screen`);
  }
  // Cards of a hand lie over each other on purpose: each shows its left edge. Anything else shows its middle.
  const seen = (element, rect) => {
    // A point on the very edge of what scrolls is its neighbour's, too.
    const list = scroller(element)?.getBoundingClientRect();
    const frame = list ? { left: list.left + 1, right: list.right - 1, top: list.top + 1, bottom: list.bottom - 1 } : screen;
    const x = element.matches("[data-card]") ? rect.left + 6 : (rect.left + rect.right) / 2;
    const y = (rect.top + rect.bottom) / 2;
    if (x < Math.max(0, frame.left) || x > Math.min(innerWidth, frame.right) || y < Math.max(0, frame.top) || y > Math.min(innerHeight, frame.bottom)) return;
    const hit = document.elementFromPoint(x, y);
    if (hit && hit !== element && !element.contains(hit) && !hit.contains(element)) faults.push(`${name(element)}: covered by ${name(hit)}`);
  };
  for (const target of targets) seen(target, target.getBoundingClientRect());
  const words = all.filter(
    (element) =>
      !(element instanceof SVGElement) &&
      getComputedStyle(element).pointerEvents !== "none" &&
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()),
  );
  for (const element of words) seen(element, element.getBoundingClientRect());
  // A side's force stays in its battle.
  for (const force of all.filter((element) => element.matches(".force"))) {
    const [rect, battle] = [force.getBoundingClientRect(), force.closest(".battle, .tile")];
    if (battle && !inside(rect, battle.getBoundingClientRect())) faults.push(`${name(force)}: leaves ${name(battle)}`);
    if (force.scrollWidth > force.clientWidth + 1) faults.push(`${name(force)}: ${force.scrollWidth} px in ${force.clientWidth}`);
  }
  // Battles, the players' plates and the hand keep apart.
  const blocks = all.filter((element) => element.matches(".battle, .tile, .plate, .opp, .dock, .rail, .top"));
  const rects = blocks.map((block) => block.getBoundingClientRect());
  for (let i = 0; i < blocks.length; i += 1) {
    for (let j = i + 1; j < blocks.length; j += 1) {
      if (blocks[i].contains(blocks[j]) || blocks[j].contains(blocks[i]) || scroller(blocks[i]) !== scroller(blocks[j])) continue;
      const [one, other] = [rects[i], rects[j]];
      const x = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const y = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (x > 1 && y > 1) faults.push(`${name(blocks[i])} lies over ${name(blocks[j])}`);
    }
    if (!scroller(blocks[i]) && !inside(rects[i], screen)) faults.push(`${name(blocks[i])}: partly off the screen`);
  }
  return [...new Set(faults)];
}
