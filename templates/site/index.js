// Search and filters over all games of the archive: their list is in this page.

const find = id => document.getElementById(id);
const data = JSON.parse(find("data").textContent);
const cards = new Map([...document.querySelectorAll("[data-game]")].map(card => [card.dataset.game, card]));
const MOST = 200;
// letters that no accent was taken from, and what people write for them who have another keyboard
const PLAIN = { ß: "ss", ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ı: "i", "’": "'", "‘": "'", "ʼ": "'", "‑": "-", "‐": "-" };
const fold = text => text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "").replace(/[ßłøđðþæœı’‘ʼ‑‐]/g, sign => PLAIN[sign]);
const make = (tag, text, kind = "") => Object.assign(document.createElement(tag), { textContent: text, className: kind });
const told = ([many, one], count) => (count === 1 ? one : many).replace("{count}", count);
const FIELDS = { q: "words", players: "players", event: "event", year: "year", result: "result" };  // in the address, and here
const titles = [...document.querySelectorAll("[name=title]")];
for (const game of data.games) game.push(fold([game[0], data.titles[game[1]], data.events[game[5]] || "", ...game[4].flatMap(([, name, , , ...earlier]) => [name, ...earlier])].join(" ")));

function fits([, rules, day, , people, event, all], wanted) {
  const first = people.filter(one => one[2] === 1);
  if (wanted.title && rules !== wanted.title) return false;
  if (wanted.event && event !== wanted.event) return false;
  if (wanted.players && people.length !== +wanted.players) return false;
  if (wanted.year && !day.startsWith(wanted.year)) return false;
  if (!wanted.words.every(word => all.includes(word))) return false;
  if (wanted.result === "shared") return first.length > 1;
  if (wanted.result === "won" && wanted.words.length) return first.some(one => wanted.words.some(word => fold(one[1]).includes(word)));
  return true;
}

function row([id, rules, day, , people]) {
  const line = make("tr"), game = make("td"), link = make("a", data.titles[rules]);
  link.href = `${data.top}games/${id}.html${data.hash}`;
  game.append(link, make("br"), make("span", id, "soft"));
  const came = make("td", people.map(([, name, rank, total]) => (rank ? `${rank}. ${name} ${total}` : name)).join(", "));
  line.append(make("td", day, "day"), game, came);
  return line;
}

function asked() {
  const found = new URLSearchParams();
  for (const [name, id] of Object.entries(FIELDS)) if (find(id)?.value.trim()) found.set(name, find(id).value.trim());
  const title = titles.find(one => one.checked).value;
  if (title) found.set("title", title);
  return found;
}

function ask(wanted) {
  for (const [name, id] of Object.entries(FIELDS)) {
    const field = find(id), value = wanted.get(name) || "";
    if (field) field.value = field.options && ![...field.options].some(one => one.value === value) ? "" : value;
  }
  (titles.find(one => one.value === wanted.get("title")) || titles[0]).checked = true;
  show();
}

// the address says what is asked for: it can be kept, sent, and come back to
function link() {
  const hash = asked().toString();
  history.replaceState(null, "", location.href.split("#")[0] + (hash && `#${hash}`));
  lead(hash);
}

const lead = hash => document.querySelectorAll(".tongues a").forEach(one => (one.hash = hash));

function follow() {
  const hash = location.hash.slice(1);
  if (hash && !hash.includes("=")) return;  // a place in this page
  ask(new URLSearchParams(hash));
  lead(hash);
}

function show() {
  const given = asked(), isAsked = given.toString() !== "";
  const wanted = { ...Object.fromEntries(given), words: fold(given.get("q") || "").split(/\s+/).filter(Boolean) };
  const games = data.games.filter(game => fits(game, wanted));
  const ids = new Set(games.map(game => game[0]));
  cards.forEach((card, id) => (card.hidden = !ids.has(id)));
  const others = isAsked ? games.filter(game => !cards.has(game[0])) : [];
  const table = make("table"), body = make("tbody");
  body.append(...others.slice(0, MOST).map(row));
  table.append(body);
  find("others").replaceChildren(...(others.length ? [table] : []));
  if (others.length > MOST) find("others").append(make("p", told(data.more, others.length - MOST), "soft"));
  find("found").textContent = isAsked ? (games.length ? told(data.found, games.length) : data.none) : "";
  find("reset").hidden = !isAsked;
}

const form = document.querySelector(".search");
form.addEventListener("input", () => { show(); link(); });
form.addEventListener("submit", event => event.preventDefault());
find("reset").addEventListener("click", () => { ask(new URLSearchParams()); link(); find("words").focus(); });
addEventListener("hashchange", follow);
addEventListener("pageshow", follow);
show();
follow();
