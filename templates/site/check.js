// Verify: what anybody can compute again from the published files, without the rules. Written from docs/format.md.

const bytesOf = text => new TextEncoder().encode(text);
const strictly = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const textOf = bytes => new TextDecoder().decode(bytes);
const hex = bytes => [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("");
const unhex = text => Uint8Array.from(text.match(/../g) || [], pair => parseInt(pair, 16));
const base64 = bytes => btoa(String.fromCharCode(...bytes));
const unbase64 = text => {
  try {
    const raw = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    return base64(raw) === text ? raw : [];  // with spare bits of zero
  } catch { return []; }
};
const number32 = (value, size = 4) => Uint8Array.from({ length: size }, (_, at) => (value / 2 ** (8 * (size - 1 - at))) & 255);
const same = (one, other) => `${one}` === `${other}`;
const joined = (...parts) => Uint8Array.from(parts.flatMap(part => [...part]));

// SHA-256 in place: a thousand small hashes one by one would take WebCrypto longer
const [ROUND, START] = (() => {
  const primes = [], part = value => ((value - Math.floor(value)) * 2 ** 32) | 0;
  for (let n = 2; primes.length < 64; n++) if (primes.every(prime => n % prime)) primes.push(n);
  return [primes.map(prime => part(prime ** (1 / 3))), primes.slice(0, 8).map(prime => part(Math.sqrt(prime)))];
})();
const w = new Int32Array(64);

function sha256(bytes) {
  const pad = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  pad.set(bytes);
  pad[bytes.length] = 128;
  const view = new DataView(pad.buffer), state = Int32Array.from(START);
  view.setUint32(pad.length - 8, bytes.length / 2 ** 29);
  view.setUint32(pad.length - 4, bytes.length << 3);
  const turn = (x, by) => (x >>> by) | (x << (32 - by));
  for (let block = 0; block < pad.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15], y = w[i - 2];
      w[i] = w[i - 16] + w[i - 7] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (state[i] += value));
  }
  state.forEach((value, i) => view.setInt32(4 * i, value));
  return pad.slice(0, 32);
}

// fair/1: T(parts) and, with a key, M(key, parts), which is HMAC
const wrapped = (...parts) => joined(...parts.flatMap(part => {
  const raw = typeof part === "string" ? bytesOf(part) : typeof part === "number" ? number32(part) : part;
  return [number32(raw.length), raw];
}));
const FAIR = "pbem/fair/1";
const tagged = (...parts) => sha256(wrapped(FAIR, ...parts));
const keyed = (key, ...parts) => {
  const pad = by => Uint8Array.from({ length: 64 }, (_, at) => key[at] ^ by);
  return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), wrapped(FAIR, ...parts)))));
};

function* drawn(key, ranges) {
  let block = 0, left = [];
  const byte = () => {
    if (!left.length) left = [...keyed(key, "stream", number32(block++, 8))];
    return left.shift();
  };
  for (const n of ranges) {
    need(n > 0, null, "draws", { slot: n });
    const bits = n > 1 ? Math.floor(Math.log2(n - 1)) + 1 : 0;
    let value;
    do {
      value = 0;
      for (let i = 0; i < Math.ceil(bits / 8); i++) value = value * 256 + byte();
      value %= 2 ** bits;
    } while (value >= n);
    yield value;
  }
}

const cut = bytes => {
  const found = [];
  for (let at = 0, end; bytes && at < bytes.length; at = end + 1) {
    end = bytes.indexOf(10, at);
    if (end < 0) end = bytes.length;
    found.push(bytes.subarray(at, end));
  }
  return found;
};
const tolerant = raw => { try { return JSON.parse(textOf(raw)); } catch { return {}; } };
const read = {};
const lines = name => (read[name] ||= cut(files[name]).map(tolerant));
const LOG = "log.jsonl", OPENINGS = "openings.jsonl", PROOF = "archive.tlog-proof";
const entryHash = seq => sha256(joined([0], cut(files[LOG])[seq]));

const startOf = all => all.find(entry => entry.kind === "start");
function jointKey(all) {
  const open = all[0], start = startOf(all);
  if (!start) return null;
  const lucks = (open.event ? ["event"] : open.seats).flatMap(name => [name, unhex(start.luck[name] || "")]);
  return tagged("joint", open.game, unhex(open.dice.anchor), unhex(open.hidden), ...lucks);
}
const drawsOf = (roll, all = entries) => {
  const key = jointKey(all);
  return key ? [...drawn(keyed(unhex(roll.r), "roll", all[0].game, roll.j, key, roll.slot), roll.draws.map(([n]) => n))] : [];
};

const need = (truth, seq, why, places = {}) => { if (!truth) throw { seq, why, places }; };

function canonical(value, depth = 64) {
  if (typeof value === "number" && !Number.isSafeInteger(value)) return "float";
  if (typeof value !== "object" || !value) return JSON.stringify(value);
  if (!depth) return "deep";
  if (Array.isArray(value)) return `[${value.map(one => canonical(one, depth - 1)).join()}]`;
  const names = Object.keys(value).sort();
  if (names.some(name => /[^\0-\x7f]/.test(name))) return "keys";
  return `{${names.map(name => `${JSON.stringify(name)}:${canonical(value[name], depth - 1)}`).join()}}`;
}

function parsed(name, game) {
  const raw = game.files[name] || [];
  need(!raw.length || raw[raw.length - 1] === 10, null, "unended", { name });
  return cut(raw).map((line, seq) => {
    let value, text;
    try { text = strictly.decode(line); value = JSON.parse(text); } catch { text = ""; }
    need(text && line.length < 65536 && canonical(value) === text, name === LOG ? seq : null, "canonical", { name, line: seq + 1 });
    return value;
  });
}

const { subtle } = crypto;  // none where a page came over a wire in the open
async function signedBy(key, sign, text) {
  // for a point of small order, or in a second spelling, anybody can sign
  const p = 2n ** 255n, y = BigInt(`0x${hex([...key].reverse())}`) % p, z = y * y, q = p - 19n;
  if (y >= q || !(y * (z - 1n) * ((121665n * z - 243332n) * z + 121666n) % q)) return false;
  if (!subtle) return null;
  try {
    const known = await subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
    return await subtle.verify({ name: "Ed25519" }, known, sign, text);
  } catch (error) {
    return error.name === "NotSupportedError" ? null : false;
  }
}

async function noteText(note, name, key) {
  const [, text, lines] = note.match(/^((?:.+\n)+)\n((?:— \S+ \S+\n)+)$/) || ["", "", ""];
  const line = lines.split("\n").find(one => one.startsWith(`— ${name} `)) || "", raw = unbase64(line.slice(name.length + 3));
  const id = sha256(joined(bytesOf(`${name}\n`), [1], key)).slice(0, 4);
  const holds = raw.length === 68 && same(raw.slice(0, 4), id) && await signedBy(key, raw.slice(4), bytesOf(text));
  need(holds !== false, null, "unsigned", { name });
  return [text, holds];
}

const node = (left, right) => sha256(joined([1], left, right));
function rootFrom(leaf, index, size, path) {
  let place = index, last = size - 1, found = leaf;
  for (const hash of path) {
    if (!last) return null;
    if (place % 2 || place === last) {
      found = node(hash, found);
      while (place && !(place % 2)) { place >>= 1; last >>= 1; }
    } else found = node(found, hash);
    place >>= 1;
    last >>= 1;
  }
  return last ? null : found;
}

// Each says what it did, or why it cannot; what is wrong is thrown.
const checks = {
  bytes(game) {
    const entries = parsed(LOG, game), opened = parsed(OPENINGS, game), n = entries.length, open = entries[0];
    need(n, null, "empty");
    const { kind, format = 1 } = open;
    need(kind === "open" && Number.isInteger(format), 0, "game");
    need(format === 2, 0, "format");
    const over = entries.find(entry => entry.kind === "close" || entry.act === "void");
    Object.assign(game, { entries, opened, open, over, start: startOf(entries), key: jointKey(entries) });
    return { n, m: opened.length };
  },
  chain({ entries, files, open, heads, over, start }) {
    const raws = cut(files[LOG]);
    entries.forEach((entry, seq) => {
      need(entry.seq === seq, seq, "seq");
      need(entry.prev === heads[seq], seq, "prev");
      const { seen, kind, game, cause, seat } = entry, order = entries[cause];
      need((kind === "open") === !seq && game === open.game && (kind !== "start" || entry === start) && (!over || seq <= over.seq), seq, "game");
      need(!seq || entry.at >= entries[seq - 1].at, seq, "time");
      need(!(cause >= 0) || (cause < seq && order.seat === seat && order.word === ""), seq, "cause");
      need(!seen || (seen.head[31] && (heads[seen.size] || "").startsWith(seen.head)), seq, "seen");
      heads.push(hex(sha256(joined([0], raws[seq]))));
    });
    return { head: heads[entries.length] };
  },
  luck({ entries, start, open }) {
    const held = {};
    let late = false;
    for (const { kind, seat, luck, word, seq, name } of entries) {
      late ||= word === "reveal" || kind === "start";
      if (kind !== "seat") continue;
      const old = held[seat] || "";
      need(luck === old || (!late && (!old || !(name + luck))), seq, "luck", { seat });
      held[seat] = luck;
    }
    for (const seat in start ? { ...held, ...(open.event ? {} : start.luck) } : {}) {
      const shown = start.luck[seat];
      need(shown ? hex(tagged("luck", open.game, seat, unhex(shown))) === held[seat] : !held[seat], start.seq, "luck", { seat });
    }
    return start ? { n: Object.values(held).filter(Boolean).length } : { cannot: "later" };
  },
  ladder({ entries, open }) {
    const used = new Map(), lines = [];
    let top = 0, turn = null, last = unhex(open.dice.anchor), line = new Set();
    for (const { act, to, chance, seq } of entries) {
      if (act === "back") line = lines[to];
      for (const { slot, j, r } of chance || []) {
        need(!line.has(slot), seq, "slot", { slot });
        const its = slot.slice(0, slot.lastIndexOf("/"));
        if (!used.has(slot)) {
          const place = its === turn ? top + 1 : (Math.floor(top / 16) + 1) * 16;
          need(place === j && j <= open.dice.n, seq, "rung", { j });
          let rung = unhex(r);
          for (let i = j; i > top; i--) rung = tagged("ladder", open.game, i, rung);
          need(same(rung, last), seq, "ladder", { j });
          used.set(slot, `${j} ${r}`);
          [top, last, turn] = [j, unhex(r), its];
        }
        need(used.get(slot) === `${j} ${r}`, seq, "slot", { slot });
        line = new Set(line).add(slot);
      }
      lines.push(line);
    }
    return { n: used.size };
  },
  draws({ entries }) {
    let n = 0;
    for (const { chance, seq } of entries) {
      for (const roll of chance || []) {
        const again = drawsOf(roll, entries);
        need(roll.draws.every(([, value], at) => value === again[at]), seq, "draws", roll);
        n += again.length;
      }
    }
    return { n };
  },
  seals({ entries, opened, open, over, files }) {
    if (!files[OPENINGS]) return { cannot: "file" };
    const closed = new Map();
    for (const entry of entries) if (entry.seal) closed.set(entry.seq, entry);
    let n = 0;
    need(over || !opened.length, null, "early");
    const inside = entries.flatMap(entry => (entry.opens || []).map(one => [entry.seq, one]));
    for (const [where, one] of [...inside, ...opened.filter(one => "seq" in one).map(one => [one.seq, one])]) {
      const sealed = closed.get(one.seq);
      need(sealed && sealed.seal === sealOf(open, one), where, "seal", { n: one.seq });
      closed.delete(one.seq);
      n++;
    }
    const left = [...closed.values()].find(entry => entry.kind === "move");
    need(!left || !over, left && left.seq, "closed");
    return { n };
  },
  decks({ opened, open, over, key, files }) {
    if (!over) return { cannot: "later" };
    const { game: id, hidden } = open, secret = unhex(over.hidden);
    need(hex(tagged("hidden", id, secret)) === hidden, over.seq, "hidden");
    const decks = opened.filter(one => "deck" in one);
    need(key || !decks.length, null, "early");
    if (!key) return { cannot: "later" };
    if (!files[OPENINGS]) return { cannot: "file" };
    for (const { deck, cards, order } of decks) {
      const lie = [...cards], places = lie.map((_, at) => at).slice(1).reverse();
      const picks = drawn(keyed(secret, "deck", id, key, deck), places.map(at => at + 1));
      for (const at of places) { const other = picks.next().value; [lie[at], lie[other]] = [lie[other], lie[at]]; }
      need(canonical(lie) === canonical(order), null, "deck", { deck });
    }
    return { n: decks.length };
  },
  async note({ files, open, entries: { length }, heads }) {
    const raw = files["head.note"], name = open.referee;
    if (!raw) return { cannot: "file" };
    const [text, holds] = await noteText(textOf(raw), name, unhex(open.key));
    need(text === `pbem/head/1 ${name}/${open.game}\n${length}\n${base64(unhex(heads[length]))}\n`, null, "note");
    return holds ? { name } : { cannot: "crypto" };
  },
  result({ files, entries, open: { game, rules, seats }, over }) {
    const raw = files["result.json"];
    if (!over || over.act) {
      need(!raw, null, "early");
      return { cannot: "later" };
    }
    if (!raw) return { cannot: "file" };
    const names = {};
    for (const seat of seats) names[seat] = "";
    for (const { kind, seat, name } of entries) if (kind === "seat") names[seat] = name;
    need(canonical({ game, result: over.result, rules, seats: names }) + "\n" === textOf(raw), null, "result");
    return {};
  },
  async evidence(game) {
    const shown = parsed("evidence.jsonl", game), { open, entries, over } = game, used = new Set();
    let n = 0, left = 0, last = -1;
    need(over || !shown.length, null, "early");
    for (const one of shown) {
      const { seq } = one, order = entries[seq] || {}, { seat, word, seen } = order;
      need(seq > last && Object.keys(one) == "salt,seq,signed,text", null, "sorted");
      last = seq;
      need(order.sign === "ssh" && order.seal === sealOf(open, one), seq, "seal", { n: seq });
      const [, text, to, id, whose, quoted, orders, armor] = one.signed.match(SIGNED) || [], all = (orders || "").slice(0, -2).split(";\n"), sheet = all.join("\n");
      const held = entries.findLast(entry => entry.kind === "seat" && entry.seat === seat && entry.seq < seq + 2 * (word === "join")) || {}, { key } = held;
      const isDesk = id === "desk", isHere = id === open.game && quoted === (seen ? `${seen.size} ${seen.head}` : undefined);
      const isOurs = isHere && (whose === seat || (whose === "any" && word === "join"));
      const isTidy = all.every(line => TIDY.test(line)) && text === text.normalize() && !/\p{M}{31}/u.test(text);
      need(
        text && isTidy && to === open.referee && (word === "newkey" ? isDesk : isOurs || (isDesk && word === "leave" && !seen)) &&
          one.text === canonical({ digest: hex(sha256(bytesOf(text))), sheet }) && isSaid(order, sheet, game, held), seq, "sheet");
      need(!used.has(text + key), seq, "twice");
      used.add(text + key);
      const holds = await sshSigned(armor, text, key);
      need(holds !== false, seq, "signature");
      holds ? n++ : left++;
    }
    return { n, left, attested: entries.filter(entry => entry.kind === "order").length - n - left };
  },
  async proof({ files, entries: { length }, heads }) {
    const raw = files[PROOF];
    if (!raw) return { cannot: "proof" };
    if (checked.kin.as === "other" || !story.log) return { cannot: "other" };
    const found = textOf(raw).match(/^c2sp\.org\/tlog-proof@v1\nindex (\d+)\n((?:\S{44}\n)*)\n([^]*)$/);
    need(found, null, "proof");
    const [, index, path, note] = found, [name, size, root] = note.split("\n");
    const made = rootFrom(unhex(heads[length]), +index, +size, path.split("\n").filter(Boolean).map(unbase64));
    need(made && base64(made) === root, null, "proof");
    const [, holds] = await noteText(note, name, unhex(story.log));
    return holds ? { n: +index + 1, m: size, name, key: story.log.slice(0, 16) } : { cannot: "crypto" };
  },
};

const sealOf = (open, { seq, salt, text }) => hex(tagged("seal", open.game, seq, unhex(salt), text));

// a block of orders, and its signature in armor
const SIGNED = /^(-----BEGIN PBEM ORDERS-----\nto: (.+);\ngame: (.+);\nseat: (.+);\ntoken: [^\W_][\w.@/+-]{0,99};\n(?:seen: (.+);\n)?(?:n: (?:0|[1-9]\d{0,14});\n)?((?:[^;#\n]+;\n){1,400}))-----BEGIN SSH SIGNATURE-----\n((?:.{70}\n)*.{1,70}\n)-----END SSH SIGNATURE-----\n$/;
const TIDY = /^(?![\p{L}\p{N}_]+ ?:)[^\p{C}\p{Z}]+( [^\p{C}\p{Z}]+)*$/u;

// how words are spelt, and what a sheet says behind them
const WORDS = {
  agree: ["agree|accetto|accepter|einverstanden", " (\\d+)"],
  appeal: ["appeal|ricorso|recours|einspruch", " (\\d+)( priva(te|to|t)| prive)? ?: ?.+"],
  join: ["join|partecipo|participer|beitreten", "( (\\S+)( luck (\\w+))?)?"],
  leave: ["leave|assenza|absence|urlaub", " ([\\d-]{10})( ?\\.\\. ?([\\d-]{10}|none|nessuno|aucun|keiner))?"],
  luck: ["luck"],
  newkey: ["newkey"],
  reveal: ["reveal"],
  undo: ["undo|annulla|annuler|zurue?cknehmen", ""],
  resign: ["resign|abbandono|abandon|aufgeben|(withdraw|ritiro|retrait|absagen)", ""],
};
function isSaid({ seq, word, seat }, sheet, { entries, open, start }, held) {
  const fits = (name, rest) => sheet.match(RegExp(`^(?:${WORDS[name][0]})${rest}$`, "i"));
  if (!word) return !Object.keys(WORDS).some(name => fits(name, "( .*)?".repeat(name !== "resign")));
  const said = fits(word, WORDS[word][1] ?? " (.+)");
  if (!said) return false;
  const [, what, name, until = what, luck = ""] = said, next = entries[seq + 1] || {}, at = entries[what] || {}, isBefore = what < seq;
  // the first instant of a day, by the offsets of its time
  const midnight = (day, more) => {
    const at = Date.parse(day) / 1000 + more, [from, by] = open.pace.offsets.find(([, by], i, all) => !(all[i + 1]?.[0] + by <= at));
    return Math.max(from, at - by);
  };
  return {
    agree: () => isBefore && at.word === "undo" && entries.every(({ act, by }) => act !== "back" || !by.includes(seq) || by[0] == what),
    appeal: () => isBefore && /ruling|clock/.test(at.kind),
    join: () => (name || seat).toLowerCase() === seat.toLowerCase() && luck.toLowerCase() === next.luck,
    leave: () => next.from === midnight(what, 0) && next.to === (until < "A" ? midnight(until, 86400) : next.from),
    luck: () => sheet === `luck ${next.luck}`,
    newkey: () => sheet === `newkey ${next.key}`,
    resign: () => !what || !start || seq < start.seq,
    reveal: () => held.luck === hex(tagged("luck", open.game, seat, unhex(what))),
  }[word]?.() ?? true;
}

async function sshSigned(armor, text, id) {
  const fields = bytes => {
    const found = [];
    for (let at = 0; at + 4 <= bytes.length;) {
      const size = parseInt(hex(bytes.slice(at, at + 4)), 16);
      found.push(bytes.subarray(at + 4, at += 4 + size));
    }
    return found;
  };
  try {
    const raw = unbase64(armor.replace(/\n/g, "")), [key, , , name, sign] = fields(raw.subarray(10)), owned = fields(key), kind = textOf(owned[0]);
    const hash = { sha256: "SHA-256", sha512: "SHA-512" }[textOf(name)], mark = bytesOf("SSHSIG");
    const isWhole = same(raw, joined(mark, [0, 0, 0, 1], wrapped(key, "pbem", "", name, sign))) && same(key, wrapped(...owned));
    if (!isWhole || !hash || id !== `ssh:SHA256:${base64(sha256(key)).replace(/=+$/, "")}`) return false;
    if (kind !== "ssh-ed25519") return /^(ssh-rsa|ecdsa-sha2-nistp(256|384|521))$/.test(kind) && null;
    const bare = fields(sign)[1];
    if (!same(sign, wrapped(kind, bare))) return false;
    if (!subtle) return null;
    const digest = new Uint8Array(await subtle.digest(hash, bytesOf(text)));
    return await signedBy(owned[1], bare, joined(mark, wrapped("pbem", "", name, digest)));
  } catch {
    return false;
  }
}

// What other files are to this page: its game as it is here, more or less of it, or another one.
function kinship(theirs) {
  const here = cut(files[LOG]), there = cut(theirs[LOG]), n = there.length, m = here.length;
  // a line that is cut off is still the same as far as it goes
  const at = there.findIndex((line, seq) => !here[seq] || !same(line, here[seq].subarray(0, line.length)));
  const { game: name = "?" } = tolerant(there[0]);
  if (!at && name !== story.game) return { as: "other", name };
  if (at >= 0 && at < m) return { as: "differs", n: at };
  if (n !== m) return { as: n < m ? "shorter" : "longer", n, m };
  const lacks = Object.keys(files).filter(name => !theirs[name] && name !== PROOF);
  return lacks.length ? { as: "lacks", name: lacks.join(", ") } : {};
}

let checked = null;

async function verify(chosen = []) {
  const game = { files, heads: ["0".repeat(64)] }, mine = checked = { found: [], kin: {} };
  showVerdict();
  try {
    if (chosen.length) {
      game.files = {};
      for (const file of chosen) game.files[file.name] = new Uint8Array(await file.arrayBuffer());
      mine.kin = kinship(game.files);
    }
    for (const name in checks) {
      mine.now = name;
      await new Promise(done => setTimeout(done));
      mine.found.push([name, await checks[name](game)]);
      if (mine !== checked) return;  // something else is to be checked by now
    }
  } catch (error) {
    mine.bad = error.why ? error : { seq: null, why: "crash", places: { error } };
  }
  // what has no proof with it is no less valid, and nothing comes later once it is over
  const isWhole = mine.found.every(([, { cannot }]) => !cannot || cannot === "proof" || (cannot === "later" && game.over));
  mine.as = isWhole ? "good" : "part";
  mine.n = (game.entries || "").length;
  showVerdict();
  choose(find("tab-check"));
}

function showVerdict() {
  const { found, bad, now, as, kin, n } = checked, list = make("ul");
  let told = [say(as ? `js_${as}` : "js_checking", { n })], kind = as === "good" ? as : "open", short;
  for (const [name, places] of found) {
    const { cannot } = places, key = cannot ? `js_cannot_${cannot}` : `js_did_${name}`;
    list.append(make("li", `${say(`js_check_${name}`)}: ${say(key, places)}`, cannot ? "open" : "good"));
  }
  if (bad) {
    const { seq, why, places } = bad, known = why !== "format", no = say(known ? "js_bad" : "js_unknown"), what = say(`js_check_${now}`), isIn = seq !== null, where = say(isIn ? "js_at_entry" : "js_beside", { n: seq });
    told = [`${no}: ${where}: ${what}: ${say(`js_why_not_${why}`, places)}`];
    short = `${no}: ${isIn ? where : what}`;
    kind = known ? "bad" : "open";
    list.append(make("li", told[0], kind));
  }
  if (as && kin.as) {
    short = say(`js_kin_${kin.as}`, kin);
    told = [short, bad ? told[0] : say("js_itself", { n })];
    kind = bad ? kind : kin.as === "differs" ? "bad" : "open";
  }
  find("verify").className = as ? `badge ${kind}` : "badge";
  find("verify").textContent = short || told[0];
  find("verdict").replaceChildren(...told.map(one => make("p", one, kind)), list);
}
