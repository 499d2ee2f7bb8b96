// What a letter looks like to those who see little or point badly: each complaint as a line of words.
() => {
  const complaints = [];
  const shown = element => element.checkVisibility();
  const parts = colour => {
    const [red, green, blue, alpha = 1] = colour.match(/[\d.]+/g).map(Number);
    return {red, green, blue, alpha};
  };
  const light = channel => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  const luminance = ({red, green, blue}) => 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);
  const contrast = (one, other) => {
    const [dark, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  const ground = element => {
    for (let at = element; at; at = at.parentElement) {
      const found = parts(getComputedStyle(at).backgroundColor);
      if (found.alpha === 1) return found;
      if (found.alpha > 0) complaints.push(`half seen through: ${at.outerHTML.slice(0, 80)}`);
    }
    complaints.push(`no ground below ${element.outerHTML.slice(0, 80)}`);
    return {red: 255, green: 255, blue: 255, alpha: 1};
  };
  const judge = element => {
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const found = contrast(parts(style.color), ground(element));
    if (found < (isLarge ? 3 : 4.5)) complaints.push(`contrast ${found.toFixed(2)}: ${element.textContent.trim().slice(0, 60)}`);
    if (size < 11) complaints.push(`small print: ${element.textContent.trim().slice(0, 60)}`);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const judged = new Set();
  while (texts.nextNode()) {
    const holder = texts.currentNode.parentElement;
    if (texts.currentNode.data.trim() && shown(holder)) judged.add(holder);
  }
  judged.forEach(judge);
  for (const picture of document.querySelectorAll("img, svg"))
    if (!(picture.getAttribute("alt") || "").trim()) complaints.push(`no words for ${picture.outerHTML.slice(0, 80)}`);
  for (const link of document.querySelectorAll("a")) {
    const {width, height} = link.getBoundingClientRect();
    if (!link.textContent.trim()) complaints.push(`nothing to read in ${link.outerHTML.slice(0, 80)}`);
    if (shown(link) && Math.min(width, height) < 24) complaints.push(`hard to hit: ${link.textContent}`);
  }
  for (const part of document.querySelectorAll("body *"))
    if (shown(part) && part.scrollWidth > part.clientWidth && /auto|scroll/.test(getComputedStyle(part).overflowX) && part.tabIndex < 0)
      complaints.push(`cannot be scrolled by keys: ${part.outerHTML.slice(0, 80)}`);
  let above = 0;
  for (const heading of document.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    const level = Number(heading.tagName[1]);
    if (level > above + 1) complaints.push(`a level left out above ${heading.textContent}`);
    above = level;
  }
  const ids = [...document.querySelectorAll("[id]")].map(part => part.id);
  if (new Set(ids).size < ids.length) complaints.push("an id twice");
  if (!document.documentElement.lang || !document.title.trim()) complaints.push("no language or no title");
  return {judged: judged.size, complaints};
}
