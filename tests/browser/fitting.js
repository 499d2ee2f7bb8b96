// Of a letter or page: words that are broken, texts that are cut with an ellipsis, what leaves its place, and sizes of names.
() => {
  const isWritten = element => !element.closest("pre, code, style, script, svg, [style*=monospace], .mono, .away");
  const tops = (text, start, end) => {
    const range = document.createRange();
    range.setStart(text, start);
    range.setEnd(text, end);
    return [...range.getClientRects()].map(part => Math.round(part.top));
  };
  const broken = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (!isWritten(text.parentElement) || !text.parentElement.checkVisibility()) continue;
    for (const word of text.data.matchAll(/[^\s\u00ad-]+-?/g)) { // a line may end with a hyphen
      const first = tops(text, word.index, word.index + 1).pop(); // before it may be a hyphen that was only shown
      const last = tops(text, word.index + word[0].length - 1, word.index + word[0].length).pop();
      if (first != last) broken.push(word[0]);
    }
  }
  const shown = [...document.querySelectorAll("*")].filter(one => one.clientWidth && one.checkVisibility());
  const isTooWide = one => one.scrollWidth > one.clientWidth;
  const isCut = one => getComputedStyle(one).textOverflow == "ellipsis";
  return {
    broken,
    cut: shown.filter(one => isCut(one) && isTooWide(one)).map(one => one.textContent),
    untitled: shown.filter(one => isCut(one) && isTooWide(one) && !one.title && !one.querySelector("[title]")).map(one => one.textContent),
    outside: shown.filter(one => isTooWide(one) && !isCut(one) && isWritten(one) && !one.querySelector("pre"))
      .map(one => `${one.localName} ${one.textContent.trim().slice(0, 40)}`),
    sizes: shown.filter(isCut).map(one => parseFloat(getComputedStyle(one).fontSize)),
  };
}
