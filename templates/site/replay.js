// The replay of one game: steps through drawings that are restored from pieces, and tells what happened.
// Everything it needs is in this page; it asks nobody for anything.

const root = document.documentElement;
const find = id => document.getElementById(id);
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const make = (tag, text = "", kind = "") => Object.assign(document.createElement(tag), { textContent: text, className: kind });
const languages = ["en", "it", "fr", "de"];
const say = (key, places = {}) =>
  (words[state.language][key] || key).replace(/\{(\w+)\}/g, (hole, name) => (name in places ? places[name] : hole));
const state = { step: 0, eye: "public", language: "en", quiet: true, timer: 0 };
let files, words, told, story, film, entries, rows;

// --- the packed data: a line of JSON with names and lengths, then those bytes

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%.()*+-;:=>?@^_`{|}~";

function undigit(text) {
  const bytes = new Uint8Array(((text.length - 1) / 5) * 4), view = new DataView(bytes.buffer), value = {};
  [...DIGITS].forEach((digit, at) => (value[digit] = at));
  for (let at = 1, to = 0; at < text.length; to += 4) {
    let word = 0;
    for (const end = at + 5; at < end; at++) word = word * 85 + value[text[at]];
    view.setUint32(to, word);
  }
  return bytes.subarray(0, bytes.length - text[0]);
}

async function unpack(text) {
  const packed = undigit(text);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let at = bytes.indexOf(10) + 1;
  const found = {};
  for (const [name, length] of Object.entries(JSON.parse(new TextDecoder().decode(bytes.subarray(0, at))))) {
    found[name] = bytes.subarray(at, at += length);
  }
  return found;
}

// --- drawings: pieces that are kept once, and splices from one drawing to the next

function readFilm(pieces, frames, { steps: { length: steps }, eyes: { length: eyes }, ...forms }) {
  let at = 0;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = frames[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const times = (count, one) => Array.from({ length: count }, one);
  const splices = count => times(count, () => [number(), number(), times(number(), number)]);
  const widths = times(forms.widths, () => {
    const line = times(steps, () => splices(number()));
    const others = times(eyes - 1, () => {
      let before = [];
      return times(steps, () => {
        const count = number();
        if (count) before = splices(count - 1);
        return before;
      });
    });
    const tongues = times(forms.languages - 1, () => {
      const table = new Map();
      let one = 0, last = 0;
      times(number(), () => {
        one += number();
        table.set(one, times(number(), () => {
          const far = number();
          return (last += far % 2 ? -(far + 1) / 2 : far / 2);
        }));
      });
      return { table, told: times(eyes, () => times(steps, () => splices(number()))) };
    });
    return { line, others, tongues, frames: [] };
  });
  return { pieces: new TextDecoder().decode(pieces).split("\0").map(piece => piece.split("\x03")), widths };
}

function spliced(old, changes) {
  if (!changes.length) return old;
  const made = [];
  let at = 0;
  for (const [kept, gone, put] of changes) {
    for (const end = at + kept; at < end; at++) made.push(old[at]);
    made.push(...put);
    at += gone;
  }
  while (at < old.length) made.push(old[at++]);
  return made;
}

function drawing(width, language, eye, step) {
  const { line, others, tongues, frames } = film.widths[width] || film.widths[0];  // a long game has fewer forms
  while (frames.length <= step) frames.push(spliced(frames[frames.length - 1] || [], line[frames.length]));
  let frame = frames[step];
  if (eye) frame = spliced(frame, others[eye - 1][step]);
  if (tongues[language - 1]) {
    const { table, told } = tongues[language - 1];
    frame = spliced(frame.flatMap(piece => table.get(piece) || [piece]), told[eye][step]);
  }
  return placed(frame.map(piece => film.pieces[piece])).join("><");
}

// places are told from one piece to the next, in tenths; those of moved groups from one such group to the next
function placed(pieces) {
  let x = 0, y = 0, left = 0, top = 0;
  const put = (hole, way, far) => String(((way === "\x01" ? x : y) + +far) / 10);
  return pieces.map(([told, pattern]) => {
    if (pattern === undefined) return told;
    const [right, down] = told.split(" ");
    const moved = pattern[0] === "g";
    x = +right + (moved ? left : x);
    y = +down + (moved ? top : y);
    const piece = pattern.replace(/([\x01\x02])(-?\d*);/g, put);
    if (moved) [left, top, x, y] = [x, y, 0, 0];
    return piece;
  });
}

// --- what is shown

const narrow = matchMedia("(max-width: 640px)");
const seatOf = eye => (story.seats.includes(eye) ? eye : "");
const nameOf = seat => story.names[seat] || seat;
const entryAt = step => entries[story.steps[step]];
const textOf = row => [...row.lastChild.childNodes]
  .filter(node => node.nodeType === 3 || state.eye === "all" || node.dataset.to.split(" ").includes(state.eye))
  .map(node => node.textContent).join("").trim();

function show() {
  const eye = Math.max(0, story.eyes.indexOf(seatOf(state.eye)));
  find("board").innerHTML = drawing(+narrow.matches, languages.indexOf(state.language), eye, state.step);
  root.dataset.eye = state.eye;
  root.classList.toggle("quiet", state.quiet);
  root.classList.toggle("over", state.step === story.steps.length - 1);
  showCurve();
  showRows();
  showKnown();
  find("told").textContent = textOf(rows[state.step]);
  if (!find("since").hidden) showSince();
  if (!find("entry").hidden) showEntry();
}

function showCurve() {
  const { curve, steps } = story;
  const x = curve.left + (curve.right - curve.left) * (state.step / Math.max(1, steps.length - 1));
  find("now").setAttribute("transform", `translate(${x.toFixed(1)})`);
  find("seen").setAttribute("width", state.quiet ? x.toFixed(1) : curve.wide);
  all("[data-step]").forEach(mark => (mark.style.display = state.quiet && +mark.dataset.step > state.step ? "none" : ""));
  const told = say("entry_of", { n: steps[state.step], all: entries.length - 1 });
  find("where").textContent = told;
  Object.assign(find("scrub"), { value: state.step });
  find("scrub").setAttribute("aria-valuetext", told);
}

function showRows() {
  rows.forEach((row, at) => {
    row.hidden = state.quiet && at > state.step;
    row.classList.toggle("ahead", at > state.step);
    row.toggleAttribute("aria-current", at === state.step);
  });
  const list = find("rows"), row = rows[state.step];
  if (list.scrollHeight > list.clientHeight) list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight * 0.6;
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
  let at = state.step;
  while (at >= 0 && !(rows[at].dataset.s === seat && entryAt(at).kind === "move")) at--;
  if (at === state.step) {
    while (at >= 0 && rows[at].dataset.s === seat) at--;
    while (at >= 0 && !(rows[at].dataset.s === seat && entryAt(at).kind === "move")) at--;
  }
  return at;
}

function showSince() {
  const seat = seatOf(state.eye) || rows[state.step].dataset.s || story.seats[0];
  const from = lastTurn(seat);
  const list = make("ol");
  rows.slice(from + 1, state.step + 1).forEach(row => {
    const item = make("li", textOf(row));
    item.prepend(...all("svg", row).map(token => token.cloneNode(true)));
    list.append(item);
  });
  find("since-list").replaceChildren(make("p", say("since_about", { name: nameOf(seat) })), list);
}

function tokenOf(seat) {
  const [token, use] = ["svg", "use"].map(tag => document.createElementNS("http://www.w3.org/2000/svg", tag));
  token.setAttribute("class", "k");
  token.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#d-seat-${seat}`);
  token.append(use);
  return token;
}

const moment = at => new Date(at * 1000).toISOString().slice(0, 16).replace("T", " ") + " UTC";

function showEntry() {
  const entry = entryAt(state.step), box = find("entry-facts");
  const facts = [[say("js_entry"), `${entry.seq}, ${entry.kind}`], [say("js_at"), moment(entry.at)]];
  if (entry.kind === "move") {
    facts.push([say("js_move"), entry.text || openedText(entry.seq)], [say("js_why"), why(entry)]);
    const signed = evidenceOf(entry.cause);
    if (signed) facts.push([say("js_sheet"), JSON.parse(signed.text).sheet]);
  }
  if (entry.reason) facts.push([say("js_reason"), entry.reason]);
  facts.push([say("js_hash"), hex(entryHash(entry.seq))]);
  box.replaceChildren(...facts.flatMap(([name, value]) => [make("dt", name), make("dd", value)]));
  find("entry-dice").replaceChildren(...(entry.chance || []).map(rollProof));
  find("entry-raw").textContent = JSON.stringify(entry, null, 1);
}

const openedText = seq => {
  const found = [...entries.flatMap(entry => entry.opens || []), ...lines("openings.jsonl")].find(one => one.seq === seq);
  return found ? found.text : say("js_sealed");
};
const evidenceOf = seq => lines("evidence.jsonl").find(one => one.seq === seq);

function why(entry) {
  if (typeof entry.cause === "string") return say(`js_why_${entry.cause}`);
  const order = entries[entry.cause];
  const earlier = entries.some(one => one.seq < entry.seq && one.cause === entry.cause);
  const key = earlier || order.seq < entry.seq - 1 ? "js_why_plan" : "js_why_order";
  return say(key, { n: order.seq, sign: say(`js_sign_${order.sign}`), at: moment(order.came) });
}

function rollProof(roll) {
  const box = make("div", "", "roll");
  const dice = roll.draws.every(([n]) => n === 6);
  const fell = roll.draws.map(([, value]) => value + dice).join(" ");
  const again = drawsOf(roll).map(value => value + dice).join(" ");
  box.append(
    make("p", say(dice ? "js_rolled" : "js_drawn", { slot: roll.slot, fell: fell || "–" })),
    make("p", say(again === fell ? "js_again" : "js_other", { fell: again || "–" }), again === fell ? "good" : "bad"),
    make("p", say("js_rung", { j: roll.j }) + " " + roll.r, "mono"),
  );
  return box;
}

// --- going about

function go(step, { keep = false } = {}) {
  if (!keep) stop();
  state.step = Math.max(0, Math.min(story.steps.length - 1, step));
  if (state.step === story.steps.length - 1) state.quiet = false;
  show();
  link();
}

function jump(starts, way) {
  const ahead = way > 0 ? starts.find(at => at > state.step) : starts.filter(at => at < state.step).pop();
  go(ahead === undefined ? (way > 0 ? story.steps.length - 1 : 0) : ahead);
}

function stop() {
  clearInterval(state.timer);
  state.timer = 0;
  find("play").setAttribute("aria-pressed", "false");
}

function play() {
  if (state.timer) return stop();
  if (state.step === story.steps.length - 1) go(0);
  find("play").setAttribute("aria-pressed", "true");
  state.timer = setInterval(() => {
    go(state.step + 1, { keep: true });
    if (state.step === story.steps.length - 1) stop();
  }, 1400 / +find("speed").value);
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
  all("[data-go]").forEach(one => one.setAttribute("aria-pressed", one.dataset.go === language));
  all("[data-t]").forEach(one => (one.textContent = say(one.dataset.t)));
  all("[data-label]").forEach(one => {
    one.setAttribute("aria-label", say(one.dataset.label));
    if (one.tagName === "BUTTON") one.title = say(one.dataset.label);
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

const position = () => `#${story.steps[state.step]}/${state.eye}/${state.language}`;
const link = () => history.replaceState(null, "", position() + (root.classList.contains("embed") ? "/embed" : ""));

function follow() {
  const [seq, eye, language, mode] = location.hash.slice(1).split("/");
  root.classList.toggle("embed", mode === "embed");
  if (languages.includes(language)) state.language = language;
  const step = /^\d+$/.test(seq) ? story.steps.filter(one => one <= +seq).length - 1 : 0;
  state.step = Math.max(0, step);
  if (state.step === story.steps.length - 1) state.quiet = false;
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
  End: () => go(story.steps.length - 1),
  ",": () => jump(story.turns, -1),
  ".": () => jump(story.turns, 1),
  " ": play,
  "-": () => faster(-1),
  "+": () => faster(1),
  b: () => go(lastTurn(seatOf(state.eye) || rows[state.step].dataset.s || story.seats[0])),
  l: () => speak(languages[(languages.indexOf(state.language) + 1) % languages.length]),
  v: () => verify(),
  "?": () => (find("help").open ? find("help").close() : find("help").showModal()),
};

function press(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input:not([type=radio]), select, textarea, pre")) return;
  if (find("help").open && event.key !== "?") return;
  if (event.key === " " && event.target.closest("button, a, summary, [role=tab]")) return;
  if (event.key.startsWith("Arrow") && event.target.closest("[role=tab]")) return;
  const number = event.key >= "0" && event.key <= "9" ? all("[name=eye]")[+event.key] : null;
  const act = number ? () => look(number.value) : keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

// --- saving and sharing

function save(name, content, type) {
  const anchor = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
}

function picture() {
  const svg = find("board").firstElementChild.cloneNode(true);
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const style = make("style", find("sheet").textContent);
  const defs = document.createElementNS("http://www.w3.org/2000/svg", "defs");
  const used = new Set(), need = from => all("use", from).forEach(use => {
    const name = use.getAttribute("href").slice(1);
    if (used.has(name)) return;
    used.add(name);
    defs.append(find(name).cloneNode(true));
    need(find(name));
  });
  need(svg);
  svg.prepend(style, defs);
  return new XMLSerializer().serializeToString(svg);
}

function paint() {
  const image = new Image();
  image.onload = () => {
    const canvas = make("canvas");
    [canvas.width, canvas.height] = [image.width * 2, image.height * 2];
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob(png => save(`${story.game}-${story.steps[state.step]}.png`, png, "image/png"));
  };
  image.src = URL.createObjectURL(new Blob([picture()], { type: "image/svg+xml" }));
}

async function copy(button, text) {
  find("shared").value = text;
  find("shared").hidden = false;
  find("shared").select();
  try { await navigator.clipboard.writeText(text); } catch { document.execCommand("copy"); }
  button.dataset.done = say("js_copied");
}

const here = mode => location.href.split("#")[0] + position() + mode;
const acts = {
  first: keys.Home, back: keys.ArrowLeft, play, on: keys.ArrowRight, last: keys.End,
  roundback: keys.ArrowUp, roundon: keys.ArrowDown, turnback: keys[","], turnon: keys["."], since: keys.b, verify: () => verify(),
  help: keys["?"], closehelp: () => find("help").close(),
  link: button => copy(button, here("")),
  embed: button => copy(button, `<iframe src="${here("/embed")}" width="760" height="900" title="${document.title.replace(/["<>&]/g, "")}"></iframe>`),
  svg: () => save(`${story.game}-${story.steps[state.step]}.svg`, picture(), "image/svg+xml"),
  png: paint,
  file: button => save(button.dataset.file, files[button.dataset.file], "application/octet-stream"),
};

function choose(tab) {
  all("[role=tab]").forEach(one => {
    one.setAttribute("aria-selected", one === tab);
    one.tabIndex = one === tab ? 0 : -1;
    find(one.getAttribute("aria-controls")).hidden = one !== tab;
  });
  show();
}

function listen() {
  document.addEventListener("keydown", press);
  document.addEventListener("click", event => {
    const button = event.target.closest("[data-act]");
    if (button) { if (button.href) event.preventDefault(); acts[button.dataset.act](button); }
    const row = event.target.closest("#rows li, [data-step]");
    if (row && !getSelection().toString()) { event.preventDefault(); go(row.dataset.step ? +row.dataset.step : rows.indexOf(row)); }
    const language = event.target.closest("[data-go]");
    if (language) speak(language.dataset.go);
  });
  all("[name=eye]").forEach(input => input.addEventListener("change", () => look(input.value)));
  all("[role=tab]").forEach((tab, at, tabs) => {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", event => {
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (way) { const next = tabs[(at + way + tabs.length) % tabs.length]; choose(next); next.focus(); }
    });
  });
  find("scrub").addEventListener("input", event => go(+event.target.value));
  find("quiet").addEventListener("change", event => { state.quiet = !event.target.checked; show(); });
  find("speed").addEventListener("change", () => faster(0));
  find("others").addEventListener("change", event => verify(event.target.files));
  narrow.addEventListener("change", show);
  addEventListener("hashchange", follow);
  let begun = null;
  find("board").addEventListener("pointerdown", event => (begun = event.pointerType === "touch" ? event : null));
  find("board").addEventListener("pointercancel", () => (begun = null));
  find("board").addEventListener("pointerup", event => {
    const far = begun ? event.clientX - begun.clientX : 0;
    if (Math.abs(far) > 50 && Math.abs(event.clientY - begun.clientY) < 40) go(state.step + (far < 0 ? 1 : -1));
    begun = null;
  });
}

async function begin() {
  files = await unpack(find("data").textContent);
  [words, told, story] = ["words", "told", "story"].map(name => JSON.parse(new TextDecoder().decode(files[name])));
  film = readFilm(files.pieces, files.frames, story);
  find("parts").innerHTML = new TextDecoder().decode(files.parts);
  for (const name of ["words", "told", "story", "parts", "pieces", "frames"]) delete files[name];
  entries = lines("log.jsonl");
  rows = all("#rows li");
  rows.forEach(row => row.dataset.s && row.firstChild.after(tokenOf(row.dataset.s)));
  told.en = rows.map(row => [...row.lastChild.childNodes].map(one => (one.nodeType === 3 ? [one.data.trim()] : [one.textContent.trim(), one.dataset.to])));
  find("scrub").max = story.steps.length - 1;
  listen();
  follow();
  choose(all("[role=tab]")[0]);
  root.classList.add("ready");
}
begin().catch(error => {
  root.classList.remove("js");
  find("told").textContent = `This page cannot be replayed in this browser: ${error}`;
});
