// Search and filters over all games of the archive: their list is in this page.

const find = id => document.getElementById(id);
const data = JSON.parse(find("data").textContent);
const cards = new Map([...document.querySelectorAll("[data-game]")].map(card => [card.dataset.game, card]));
const MOST = 200;
const fold = text => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
const make = (tag, text, kind = "") => Object.assign(document.createElement(tag), { textContent: text, className: kind });
const told = (text, count) => text.replace("{count}", count);
for (const game of data.games) game.push(fold([game[0], data.titles[game[1]], data.events[game[5]] || "", ...game[4].map(one => one[1])].join(" ")));

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

function show() {
  const wanted = {
    words: fold(find("words").value).split(/\s+/).filter(Boolean),
    title: document.querySelector("[name=title]:checked").value,
    players: find("players").value,
    year: find("year").value,
    event: find("event")?.value,
    result: find("result").value,
  };
  const isAsked = wanted.words.length || wanted.title || wanted.players || wanted.year || wanted.event || wanted.result;
  const games = data.games.filter(game => fits(game, wanted));
  const ids = new Set(games.map(game => game[0]));
  cards.forEach((card, id) => (card.hidden = !ids.has(id)));
  const others = isAsked ? games.filter(game => !cards.has(game[0])) : [];
  const table = make("table"), body = make("tbody");
  body.append(...others.slice(0, MOST).map(row));
  table.append(body);
  find("others").replaceChildren(...(others.length ? [table] : []));
  if (others.length > MOST) find("others").append(make("p", told(data.more, others.length - MOST), "soft"));
  find("found").textContent = isAsked ? told(data.found, games.length) : "";
}

document.querySelector(".search").addEventListener("input", show);
document.querySelector(".search").addEventListener("submit", event => event.preventDefault());
show();
