// The replay of one game: steps through drawings that are restored from pieces, and tells what happened.
// Everything it needs is in this page; it asks nobody for anything.

const root = document.documentElement, SVG = "http://www.w3.org/2000/svg";
const find = id => document.getElementById(id);
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const set = (node, name, value) => node.setAttribute(name, value);
const on = (node, event, act) => node.addEventListener(event, act);
const make = (tag, textContent = "", className = "") => Object.assign(document.createElement(tag), { textContent, className });
const languages = ["en", "it", "fr", "de"];
const say = (key, places = {}) =>
  (words[state.language][key] || key).replace(/\{(\w+)\}/g, (hole, name) => places[name] ?? hole);
const state = { step: 0, seq: 0, eye: "public", language: "en", quiet: true, timer: 0 };
let files, words, told, story, film, entries, rows, last;

// --- the packed data: a line of JSON with names and lengths, then those bytes

async function unpack(text) {
  const packed = undigit(text), size = packed.length - 8, bare = packed.subarray(0, size);
  if (size < 0 || !same(sha256(bare).subarray(0, 8), packed.subarray(size))) throw Error("data");
  const bytes = await inflated(bare), found = {};
  let at = bytes.indexOf(10) + 1;
  for (const [name, length] of Object.entries(JSON.parse(textOf(bytes.subarray(0, at))))) {
    found[name] = bytes.subarray(at, at += length);
  }
  return found;
}

// --- drawings: pieces that are kept once, and splices from one drawing to the next

function readFilm(pieces, frames) {
  const steps = last + 1, eyes = story.eyes.length;
  let at = 0;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      if (at === frames.length) throw Error("frames");
      const byte = frames[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const times = (count, one) => Array.from({ length: count }, one);
  const splices = (count = number()) => times(count, () => [number(), number(), times(number(), number)]);
  const widths = times(story.widths, () => {
    const line = times(steps, splices);
    const others = times(eyes - 1, () => {
      let before = [];
      return times(steps, () => {
        const count = number();
        if (count) before = splices(count - 1);
        return before;
      });
    });
    const tongues = times(story.languages - 1, () => {
      const table = new Map();
      let one = 0, last = 0;
      times(number(), () => {
        one += number();
        table.set(one, times(number(), () => {
          const far = number();
          return (last += (far % 2 ? ~far : far) >> 1);
        }));
      });
      return { table, told: times(eyes, () => times(steps, splices)) };
    });
    return { line, others, tongues, frames: [] };
  });
  return { pieces: textOf(pieces).split("\0").map(piece => piece.split("\x03")), widths };
}

function spliced(old, changes) {
  const made = [];
  let at = 0;
  for (const [kept, gone, put] of changes) {
    made.push(...old.slice(at, at += kept), ...put);
    at += gone;
  }
  return [...made, ...old.slice(at)];
}

function drawing(width, language, eye, step) {
  const { line, others, tongues, frames } = film.widths[width] || film.widths[0];  // a long game has fewer forms
  while (frames.length <= step) frames.push(spliced(frames.at(-1) || [], line[frames.length]));
  let frame = frames[step];
  if (eye) frame = spliced(frame, others[eye - 1][step]);
  const tongue = tongues[language - 1];
  if (tongue) frame = spliced(frame.flatMap(piece => tongue.table.get(piece) || [piece]), tongue.told[eye][step]);
  return placed(frame.map(piece => film.pieces[piece])).join("><");
}

// places are told from one piece to the next, in tenths; those of moved groups from one such group to the next
function placed(pieces) {
  let here = [0, 0], corner = here;
  return pieces.map(([told, shape]) => {
    if (!shape) return told;
    const moved = shape[0] === "g";
    here = told.split(" ").map((far, way) => (moved ? corner : here)[way] + +far);
    const put = shape.replace(/([\x01\x02])(-?\d*);/g, (hole, way, far) => (here[+(way > "\x01")] + +far) / 10);
    if (moved) [corner, here] = [here, [0, 0]];
    return put;
  });
}

// --- what is shown

const narrow = matchMedia("(max-width: 640px)");
const viewer = () => [state.eye, rows[state.step].dataset.s].find(one => story.seats.includes(one)) || story.seats[0];
const saidIn = row => [...row.lastChild.childNodes]
  .filter(node => node.nodeType === 3 || state.eye === "all" || node.dataset.to.split(" ").includes(state.eye))
  .map(node => node.textContent).join("").trim();

function show() {
  const eye = Math.max(0, story.eyes.indexOf(state.eye));
  find("board").innerHTML = drawing(+narrow.matches, languages.indexOf(state.language), eye, state.step);
  root.dataset.eye = state.eye;
  root.classList.toggle("quiet", state.quiet);
  root.classList.toggle("over", state.step === last);
  showCurve();
  showRows();
  showKnown();
  find("told").textContent = saidIn(rows[state.step]);
  if (!find("since").hidden) showSince();
  if (!find("entry").hidden) showEntry();
}

function showCurve() {
  const { left, right, wide } = story.curve, x = (left + (right - left) * (state.step / Math.max(1, last))).toFixed(1);
  set(find("now"), "transform", `translate(${x})`);
  set(find("seen"), "width", state.quiet ? x : wide);
  all("[data-step]").forEach(mark => (mark.style.display = state.quiet && +mark.dataset.step > state.step ? "none" : ""));
  const where = find("where"), scrub = find("scrub");
  where.textContent = say("entry_of", { n: state.seq, all: entries.length - 1 });
  scrub.value = state.step;
  set(scrub, "aria-valuetext", where.textContent);
}

function showRows() {
  rows.forEach((row, at) => {
    row.hidden = state.quiet && at > state.step;
    row.classList.toggle("ahead", at > state.step);
    row.toggleAttribute("aria-current", at === state.step);
  });
  const list = find("rows");  // whose rows have their places within it
  list.scrollTop = rows[state.step].offsetTop - list.clientHeight * 0.6;
}

function showKnown() {
  const box = find("known");
  if (!box) return;
  box.hidden = state.eye !== "all";
  if (box.hidden) return;
  for (const seat of story.seats) {
    let lines = [];
    for (const [step, one, told] of story.known) if (one === seat && step <= state.step) lines = told[state.language];
    find(`known-${seat}`).textContent = lines.join("\n") || say("known_nothing");
  }
}

function lastTurn(seat) {
  const isTheirs = at => rows[at].dataset.s === seat, isMove = at => isTheirs(at) && entries[story.steps[at]].kind === "move";
  const back = (at, ends) => { while (at >= 0 && !ends(at)) at--; return at; };
  const at = back(state.step, isMove);
  return at < state.step ? at : back(back(at, at => !isTheirs(at)), isMove);
}

function showSince() {
  const seat = viewer(), list = make("ol");
  rows.slice(lastTurn(seat) + 1, state.step + 1).forEach(row => {
    const item = make("li", saidIn(row));
    item.prepend(...all("svg", row).map(token => token.cloneNode(true)));
    list.append(item);
  });
  find("since-list").replaceChildren(make("p", say("since_about", { name: story.names[seat] })), list);
}

function tokenOf(seat) {
  const [token, use] = ["svg", "use"].map(tag => document.createElementNS(SVG, tag));
  set(token, "class", "k");
  set(token, "aria-hidden", "true");
  set(use, "href", `#d-seat-${seat}`);
  token.append(use);
  return token;
}

const moment = at => new Date(at * 1000).toISOString().slice(0, 16).replace("T", " ") + " UTC";

function showEntry() {
  const entry = entries[state.seq];
  const facts = [[say("js_entry"), `${entry.seq}, ${entry.kind}`], [say("js_at"), moment(entry.at)]];
  if (entry.kind === "move") {
    facts.push([say("js_move"), entry.text || openedText(entry.seq)], [say("js_why"), why(entry)]);
    const signed = lines("evidence.jsonl").find(one => one.seq === entry.cause);
    if (signed) facts.push([say("js_sheet"), JSON.parse(signed.text).sheet]);
  }
  if (entry.reason) facts.push([say("js_reason"), entry.reason]);
  facts.push([say("js_hash"), hex(entryHash(entry.seq))]);
  find("entry-facts").replaceChildren(...facts.flatMap(([name, value]) => [make("dt", name), make("dd", value)]));
  find("entry-dice").replaceChildren(...(entry.chance || []).map(rollProof));
  find("entry-raw").textContent = JSON.stringify(entry, null, 1);
}

const openedText = seq => {
  const found = [...entries.flatMap(entry => entry.opens || []), ...lines(OPENINGS)].find(one => one.seq === seq);
  return found ? found.text : say("js_sealed");
};

function why(entry) {
  if (typeof entry.cause === "string") return say(`js_why_${entry.cause}`);
  const order = entries[entry.cause];
  const earlier = entries.some(one => one.seq < entry.seq && one.cause === entry.cause);
  const key = earlier || order.seq < entry.seq - 1 ? "js_why_plan" : "js_why_order";
  return say(key, { n: order.seq, sign: say(`js_sign_${order.sign}`), at: moment(order.came) });
}

function rollProof(roll) {
  const box = make("div", "", "roll"), dice = roll.draws.every(([n]) => n === 6);
  const [fell, again] = [roll.draws.map(([, value]) => value), drawsOf(roll)].map(all => all.map(value => value + dice).join(" ") || "–");
  const isSame = again === fell;
  box.append(
    make("p", say(dice ? "js_rolled" : "js_drawn", { slot: roll.slot, fell })),
    make("p", say(isSame ? "js_again" : "js_other", { fell: again }), isSame ? "good" : "bad"),
    make("p", `${say("js_rung", roll)} ${roll.r}`, "mono"),
  );
  return box;
}

// --- going about

function go(step, isPlaying) {
  if (!isPlaying) stop();
  stand(step);
  show();
  link();
}

function stand(step, seq) {
  state.step = Math.max(0, Math.min(last, step));
  state.seq = seq || story.steps[state.step];
  if (state.step === last) state.quiet = false;
}

const jump = (starts, way) =>
  go(way > 0 ? starts.find(at => at > state.step) ?? last : starts.filter(at => at < state.step).pop() ?? 0);

function stop() {
  state.timer = clearInterval(state.timer);
  set(find("play"), "aria-pressed", false);
}

function play() {
  if (state.timer) return stop();
  if (state.step === last) go(0);
  set(find("play"), "aria-pressed", true);
  state.timer = setInterval(() => go(state.step + 1, state.step + 1 < last), 1400 / find("speed").value);
}

function faster(way) {
  const speed = find("speed");
  speed.selectedIndex = Math.max(0, Math.min(speed.length - 1, speed.selectedIndex + way));
  if (state.timer) { stop(); play(); }
}

function look(eye) {
  const chosen = all("[name=eye]").find(input => input.value === eye);
  if (!chosen) return;
  chosen.checked = true;
  state.eye = eye;
  show();
  link();
}

function speak(language) {
  if (!languages.includes(language)) return;
  state.language = root.lang = language;
  all("[data-go]").forEach(one => set(one, "aria-pressed", one.dataset.go === language));
  all("[data-t]").forEach(one => (one.textContent = say(one.dataset.t)));
  all("[data-label]").forEach(one => {
    const called = say(one.dataset.label);
    set(one, "aria-label", called);
    if (one.tagName === "BUTTON") one.title = called;
  });
  rows.forEach((row, at) => row.lastChild.replaceChildren(...told[language][at].map(([text, to]) => {
    if (to === undefined) return `${text} `;
    const only = make("span", `${text} `);
    only.dataset.to = to;
    return only;
  })));
  document.title = say("page_title");
  show();
  link();
  if (checked) showVerdict();
}

const position = () => `#${state.seq}/${state.eye}/${state.language}`;
const link = () => history.replaceState(null, "", position() + (root.classList.contains("embed") ? "/embed" : ""));

function follow() {
  const [seq, eye, language, mode] = location.hash.slice(1).split("/");
  root.classList.toggle("embed", mode === "embed");
  if (languages.includes(language)) state.language = language;
  // an entry that moved nothing shows how it stood then
  const step = entries[seq] ? story.steps.filter(one => one <= seq).length - 1 : 0;
  stand(step, step > 0 ? +seq : 0);
  state.eye = "public";
  speak(state.language);
  look(eye);
}

const keys = {
  ArrowLeft: () => go(state.step - 1),
  ArrowRight: () => go(state.step + 1),
  ArrowUp: () => jump(story.rounds, -1),
  ArrowDown: () => jump(story.rounds, 1),
  PageUp: () => go(state.step - 10),
  PageDown: () => go(state.step + 10),
  Home: () => go(0),
  End: () => go(last),
  ",": () => jump(story.turns, -1),
  ".": () => jump(story.turns, 1),
  " ": play,
  "-": () => faster(-1),
  "+": () => faster(1),
  b: () => go(lastTurn(viewer())),
  l: () => speak(languages[(languages.indexOf(state.language) + 1) % languages.length]),
  v: () => verify(),
  "?": (_, help = find("help")) => (help.open ? help.close() : help.showModal()),
};

function press(event) {
  const { key, target } = event, isIn = selector => target.closest(selector);
  if (event.ctrlKey || event.altKey || event.metaKey || isIn("input:not([type=radio]), select, textarea, pre")) return;
  if (find("help").open && key !== "?") return;
  if ((key === " " && isIn("button, a, summary")) || (key.startsWith("Arrow") && isIn("[role=tab]"))) return;
  const eye = /^\d$/.test(key) && all("[name=eye]")[key], act = eye ? () => look(eye.value) : keys[key];
  if (!act) return;
  event.preventDefault();
  act();
}

// --- saving and sharing

const addressOf = (content, type) => URL.createObjectURL(new Blob([content], { type }));
const named = kind => `${story.game}-${state.seq}.${kind}`;
function save(download, content, type) {
  const anchor = Object.assign(make("a"), { href: addressOf(content, type), download });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
}

function picture() {
  const svg = find("board").firstElementChild.cloneNode(true), defs = document.createElementNS(SVG, "defs"), used = new Set();
  const take = from => all("use", from).forEach(use => {
    const name = use.getAttribute("href").slice(1), part = find(name);
    if (used.has(name)) return;
    used.add(name);
    defs.append(part.cloneNode(true));
    take(part);
  });
  take(svg);
  set(svg, "xmlns", SVG);
  svg.prepend(make("style", find("sheet").textContent), defs);
  return new XMLSerializer().serializeToString(svg);
}

function paint() {
  const image = new Image(), canvas = make("canvas");
  image.onload = () => {
    [canvas.width, canvas.height] = [image.width * 2, image.height * 2];
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob(png => save(named("png"), png, "image/png"));
  };
  image.src = addressOf(picture(), "image/svg+xml");
}

async function copy(button, text) {
  const shared = find("shared");
  shared.value = text;
  shared.hidden = false;
  shared.select();
  try { await navigator.clipboard.writeText(text); } catch { document.execCommand("copy"); }
  button.dataset.done = say("js_copied");
}

const here = mode => location.href.split("#")[0] + position() + mode;
// of the wide board at the start and the end, with what stands around it
const tall = () => 350 + Math.max(...[0, last].map(step => drawing(0, 0, 0, step).match(/760 (\d+)/)[1]));
const acts = {  // of buttons, besides those of keys
  link: button => copy(button, here("")),
  embed: button => copy(button, `<iframe src="${here("/embed")}" width="760" height="${tall()}" title="${document.title.replace(/["<>&]/g, "")}"></iframe>`),
  svg: () => save(named("svg"), picture(), "image/svg+xml"),
  png: paint,
  file: ({ dataset: { file } }) => save(file, files[file]),
};

function choose(tab) {
  all("[role=tab]").forEach(one => {
    set(one, "aria-selected", one === tab);
    one.tabIndex = one === tab ? 0 : -1;
    find(one.getAttribute("aria-controls")).hidden = one !== tab;
  });
  show();
}

function listen() {
  on(document, "keydown", press);
  on(document, "click", event => {
    const near = selector => event.target.closest(selector), button = near("[data-act]"), language = near("[data-go]");
    if (button) { if (button.href) event.preventDefault(); (acts[button.dataset.act] || keys[button.dataset.act])(button); }
    const row = near("#rows li, [data-step]");
    if (row && !`${getSelection()}`) { event.preventDefault(); go(row.dataset.step ? +row.dataset.step : rows.indexOf(row)); }
    if (language) speak(language.dataset.go);
  });
  all("[name=eye]").forEach(input => on(input, "change", () => look(input.value)));
  all("[role=tab]").forEach((tab, at, tabs) => {
    on(tab, "click", () => choose(tab));
    on(tab, "keydown", ({ key }) => {
      const way = { ArrowLeft: -1, ArrowRight: 1 }[key];
      if (way) { const next = tabs.at((at + way) % tabs.length); choose(next); next.focus(); }
    });
  });
  on(find("scrub"), "input", ({ target }) => go(+target.value));
  on(find("quiet"), "change", ({ target }) => { state.quiet = !target.checked; show(); });
  on(find("speed"), "change", () => faster(0));
  on(find("others"), "change", ({ target: { files } }) => files[0] && verify(files));
  on(narrow, "change", show);
  on(window, "hashchange", follow);
  const board = find("board");
  let begun;
  on(board, "pointerdown", event => (begun = event));  // a touch that is cancelled has no end
  on(board, "pointerup", event => {
    const far = begun && event.pointerType === "touch" ? event.clientX - begun.clientX : 0;
    if (Math.abs(far) > 50 && Math.abs(event.clientY - begun.clientY) < 40) go(state.step + (far < 0 ? 1 : -1));
  });
}

async function replay() {
  files = await unpack(find("data").textContent);
  const take = name => { const content = files[name]; delete files[name]; return content; };
  [words, told, story] = ["words", "told", "story"].map(name => JSON.parse(textOf(take(name))));
  last = story.steps.length - 1;
  film = readFilm(take("pieces"), take("frames"));
  find("parts").innerHTML = textOf(take("parts"));
  entries = lines(LOG);
  rows = all("#rows li");
  rows.forEach(row => row.dataset.s && row.firstChild.after(tokenOf(row.dataset.s)));
  told.en = rows.map(row => [...row.lastChild.childNodes].map(one => (one.nodeType === 3 ? [one.data.trim()] : [one.lastChild.data.trim(), one.dataset.to])));
  find("scrub").max = last;
  listen();
  follow();
  choose(find("tab-moves"));
  root.classList.add("ready");
}
