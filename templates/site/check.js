// Verify: what anybody can compute again from the published files, without the rules. Written from docs/format.md.

const bytesOf = text => new TextEncoder().encode(text);
const textOfBytes = bytes => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
const hex = bytes => [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("");
const unhex = text => Uint8Array.from(text.match(/../g) || [], pair => parseInt(pair, 16));
const base64 = bytes => btoa(String.fromCharCode(...bytes));
const unbase64 = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
const number32 = (value, size = 4) => Uint8Array.from({ length: size }, (_, at) => (value / 2 ** (8 * (size - 1 - at))) & 255);
const same = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { whole.set(part, at); at += part.length; }
  return whole;
}

// SHA-256 in place: a thousand small hashes one by one would take WebCrypto longer
const [ROUND, START] = (() => {
  const primes = [], fraction = value => ((value - Math.floor(value)) * 2 ** 32) | 0;
  for (let n = 2; primes.length < 64; n++) if (primes.every(prime => n % prime)) primes.push(n);
  return [primes.map(prime => fraction(prime ** (1 / 3))), primes.slice(0, 8).map(prime => fraction(Math.sqrt(prime)))];
})();
const schedule = new Int32Array(64);

function sha256(bytes) {
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 128;
  const view = new DataView(padded.buffer), state = Int32Array.from(START), w = schedule;
  view.setUint32(padded.length - 8, bytes.length / 2 ** 29);
  view.setUint32(padded.length - 4, bytes.length << 3);
  const turn = (x, by) => (x >>> by) | (x << (32 - by));
  for (let block = 0; block < padded.length; block += 64) {
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
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((value, i) => out.setInt32(4 * i, value));
  return new Uint8Array(out.buffer);
}

function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key);
  return sha256(joined(block.map(byte => byte ^ 0x5c), sha256(joined(block.map(byte => byte ^ 0x36), message))));
}

// fair/1: T(parts) and, with a key, M(key, parts)
const packed = parts => joined(...["pbem/fair/1", ...parts].flatMap(part => {
  const raw = typeof part === "string" ? bytesOf(part) : typeof part === "number" ? number32(part) : part;
  return [number32(raw.length), raw];
}));
const tagged = (...parts) => sha256(packed(parts));
const keyed = (key, ...parts) => hmac(key, packed(parts));

function* drawn(key, ranges) {
  let block = 0, buffer = [];
  const byte = () => {
    if (!buffer.length) buffer = [...keyed(key, "stream", number32(block++, 8))];
    return buffer.shift();
  };
  for (const n of ranges) {
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
const tolerant = raw => { try { return JSON.parse(new TextDecoder().decode(raw)); } catch { return {}; } };
const read = {};
const lines = name => (read[name] ||= cut(files[name]).map(tolerant));
const entryHash = seq => sha256(joined([0], cut(files["log.jsonl"])[seq]));

function jointKey(all) {
  const open = all[0], start = all.find(entry => entry.kind === "start");
  if (!start) return null;
  const lucks = (open.event ? ["event"] : open.seats).flatMap(name => [name, unhex(start.luck[name] || "")]);
  return tagged("joint", open.game, unhex(open.dice.anchor), unhex(open.hidden), ...lucks);
}
const drawsOf = (roll, all = entries) => {
  const key = jointKey(all);
  return key ? [...drawn(keyed(unhex(roll.r), "roll", all[0].game, roll.j, key, roll.slot), roll.draws.map(([n]) => n))] : [];
};

class Bad extends Error {
  constructor(check, seq, why, places = {}) { super(why); Object.assign(this, { check, seq, why, places }); }
}
const need = (truth, ...broken) => { if (!truth) throw new Bad(...broken); };

function canonical(value, depth = 64) {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") return Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value) : "float";
  if (!depth) return "deep";
  if (Array.isArray(value)) return `[${value.map(one => canonical(one, depth - 1)).join()}]`;
  const names = Object.keys(value).sort();
  if (names.some(name => /[^\0-\x7f]/.test(name))) return "keys";
  return `{${names.map(name => `${JSON.stringify(name)}:${canonical(value[name], depth - 1)}`).join()}}`;
}

function parsed(name, all, check) {
  const raw = all[name] || new Uint8Array();
  need(!raw.length || raw[raw.length - 1] === 10, check, null, "unended", { name });
  return cut(raw).map((line, seq) => {
    const place = name === "log.jsonl" ? seq : null;
    let value, text;
    try { text = textOfBytes(line); value = JSON.parse(text); } catch { throw new Bad(check, place, "canonical", { name, line: seq + 1 }); }
    need(line.length < 65536 && canonical(value) === text, check, place, "canonical", { name, line: seq + 1 });
    return value;
  });
}

async function signedBy(key, signature, message) {
  if (!globalThis.crypto || !crypto.subtle) return null;
  try {
    const known = await crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify({ name: "Ed25519" }, known, signature, message);
  } catch (error) {
    return error.name === "NotSupportedError" ? null : false;
  }
}

async function noteText(note, name, key, check) {
  const [text, rest = ""] = note.split("\n\n");
  const line = rest.split("\n").find(one => one.startsWith(`— ${name} `)) || "";
  let raw;
  try { raw = unbase64(line.slice(name.length + 3)); } catch { raw = []; }
  const id = sha256(joined(bytesOf(`${name}\n`), [1], key)).subarray(0, 4);
  need(raw.length === 68 && same(raw.subarray(0, 4), id), check, null, "unsigned", { name });
  const holds = await signedBy(key, raw.subarray(4), bytesOf(`${text}\n`));
  need(holds !== false, check, null, "unsigned", { name });
  return [`${text}\n`, holds !== null];
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

const checks = {
  bytes(game) {
    game.entries = parsed("log.jsonl", game.files, "bytes");
    game.opened = parsed("openings.jsonl", game.files, "bytes");
    need(game.entries.length, "chain", null, "empty");
    return { n: game.entries.length, m: game.opened.length };
  },
  chain(game) {
    const raws = cut(game.files["log.jsonl"]), open = game.entries[0];
    game.heads = ["0".repeat(64)];
    game.entries.forEach((entry, seq) => {
      need(entry.seq === seq, "chain", seq, "seq");
      need(entry.prev === game.heads[seq], "chain", seq, "prev");
      need((entry.kind === "open") === !seq && entry.game === open.game, "chain", seq, "game");
      need(!seq || entry.at >= game.entries[seq - 1].at, "chain", seq, "time");
      const { seen } = entry;
      need(!seen || (game.heads[seen.size] || "").startsWith(seen.head), "chain", seq, "seen");
      game.heads.push(hex(sha256(joined([0], raws[seq]))));
    });
    game.over = game.entries.find(entry => entry.kind === "close" || entry.act === "void");
    return { head: game.heads[game.heads.length - 1] };
  },
  luck(game) {
    const start = game.entries.find(entry => entry.kind === "start");
    const held = {};
    for (const entry of game.entries) if (entry.kind === "seat") held[entry.seat] = entry.luck;
    for (const [seat, luck] of Object.entries(held)) {
      const shown = start && start.luck[seat];
      need(!start || !luck === !shown, "luck", start && start.seq, "luck", { seat });
      need(!luck || !start || hex(tagged("luck", game.entries[0].game, seat, unhex(shown))) === luck, "luck", start && start.seq, "luck", { seat });
    }
    game.key = jointKey(game.entries);
    return { n: Object.values(held).filter(Boolean).length };
  },
  ladder(game) {
    const open = game.entries[0], used = new Map(), lines = [];
    let top = 0, turn = null, last = unhex(open.dice.anchor), line = new Set();
    for (const entry of game.entries) {
      if (entry.act === "back") line = lines[entry.to];
      for (const { slot, j, r } of entry.chance || []) {
        need(!line.has(slot), "ladder", entry.seq, "slot", { slot });
        const its = slot.slice(0, slot.lastIndexOf("/"));
        if (!used.has(slot)) {
          const place = its === turn ? top + 1 : (Math.floor(top / 16) + 1) * 16;
          need(place === j && j <= open.dice.n, "ladder", entry.seq, "rung", { j });
          let rung = unhex(r);
          for (let i = j; i > top; i--) rung = tagged("ladder", open.game, i, rung);
          need(same(rung, last), "ladder", entry.seq, "ladder", { j });
          used.set(slot, `${j} ${r}`);
          [top, last, turn] = [j, unhex(r), its];
        }
        need(used.get(slot) === `${j} ${r}`, "ladder", entry.seq, "slot", { slot });
        line = new Set(line).add(slot);
      }
      lines.push(line);
    }
    return { n: used.size };
  },
  draws(game) {
    if (!game.key) return { cannot: game.entries[0].event ? "event" : "later" };
    let count = 0;
    for (const entry of game.entries) {
      for (const roll of entry.chance || []) {
        const again = drawsOf(roll, game.entries);
        need(roll.draws.every(([, value], at) => value === again[at]), "draws", entry.seq, "draws", { slot: roll.slot });
        count += again.length;
      }
    }
    return { n: count };
  },
  seals(game) {
    const closed = new Map();
    for (const entry of game.entries) if (entry.seal) closed.set(entry.seq, entry);
    let count = 0;
    const inside = game.entries.flatMap(entry => (entry.opens || []).map(one => [entry.seq, one]));
    for (const [where, one] of [...inside, ...game.opened.filter(one => "seq" in one).map(one => [null, one])]) {
      const sealed = closed.get(one.seq);
      const seal = hex(tagged("seal", game.entries[0].game, one.seq, unhex(one.salt), one.text));
      need(sealed && sealed.seal === seal, "seals", where === null ? one.seq : where, "seal", { n: one.seq });
      closed.delete(one.seq);
      count++;
    }
    const left = [...closed.values()].filter(entry => entry.kind === "move");
    need(!left.length || !game.over, "seals", left.length ? left[0].seq : null, "closed");
    return { n: count };
  },
  decks(game) {
    if (!game.over || !game.over.hidden) return { cannot: "later" };
    const { game: id, hidden } = game.entries[0], secret = unhex(game.over.hidden);
    need(hex(tagged("hidden", id, secret)) === hidden, "decks", game.over.seq, "hidden");
    if (!game.key) return { cannot: "event" };
    const decks = game.opened.filter(one => "deck" in one);
    for (const { deck, cards, order } of decks) {
      const lie = [...cards], places = lie.map((_, at) => at).slice(1).reverse();
      const picks = drawn(keyed(secret, "deck", id, game.key, deck), places.map(at => at + 1));
      for (const at of places) { const other = picks.next().value; [lie[at], lie[other]] = [lie[other], lie[at]]; }
      need(canonical(lie) === canonical(order), "decks", null, "deck", { deck });
    }
    return { n: decks.length };
  },
  async note(game) {
    const raw = game.files["head.note"], open = game.entries[0];
    if (!raw) return { cannot: "file" };
    const [text, holds] = await noteText(new TextDecoder().decode(raw), open.referee, unhex(open.key), "note");
    const size = game.entries.length;
    need(text === `pbem/head/1 ${open.referee}/${open.game}\n${size}\n${base64(unhex(game.heads[size]))}\n`, "note", null, "note");
    return holds ? { name: open.referee } : { cannot: "crypto" };
  },
  result(game) {
    const raw = game.files["result.json"], close = game.over;
    if (!close || !close.result) return { cannot: "later" };
    if (!raw) return { cannot: "file" };
    const open = game.entries[0], seats = Object.fromEntries(open.seats.map(seat => [seat, ""]));
    for (const entry of game.entries) if (entry.kind === "seat") seats[entry.seat] = entry.name;
    const said = canonical({ game: open.game, result: close.result, rules: open.rules, seats }) + "\n";
    need(said === new TextDecoder().decode(raw), "result", null, "result");
    return {};
  },
  async evidence(game) {
    const shown = parsed("evidence.jsonl", game.files, "evidence"), open = game.entries[0];
    const orders = game.entries.filter(entry => entry.kind === "order").length;
    let count = 0, left = 0;
    for (const one of shown) {
      const order = game.entries[one.seq] || {}, sealed = tolerant(bytesOf(one.text)), at = one.signed.lastIndexOf("-----BEGIN SSH SIGNATURE-----\n");
      const text = one.signed.slice(0, at), seal = hex(tagged("seal", open.game, one.seq, unhex(one.salt), one.text));
      need(order.sign === "ssh" && order.seal === seal && at > 0, "evidence", one.seq, "seal", { n: one.seq });
      need(hex(sha256(bytesOf(text))) === sealed.digest, "evidence", one.seq, "sheet");
      const heads = Object.fromEntries([...text.matchAll(/^(\w+): (.*);$/gm)].map(found => [found[1], found[2]]));
      const sheet = text.split("\n").slice(1, -1).filter(line => !/^\w+ ?:/.test(line)).map(line => line.slice(0, -1)).join("\n");
      const seen = order.seen ? `${order.seen.size} ${order.seen.head}` : undefined;
      const ours = order.word === "newkey" || (heads.game === open.game && heads.seat === order.seat && heads.seen === seen);
      need(sheet === sealed.sheet && heads.to === open.referee && ours, "evidence", one.seq, "sheet");
      const seat = game.entries.filter(entry => entry.kind === "seat" && entry.seat === order.seat && entry.seq < one.seq).pop() || {};
      const holds = await sshSigned(one.signed.slice(at), text, seat.key);
      need(holds !== false, "evidence", one.seq, "signature");
      holds === null ? left++ : count++;
    }
    return { n: count, left, attested: orders - shown.length };
  },
  async proof(game) {
    const raw = game.files["archive.tlog-proof"];
    if (!raw) return { cannot: "proof" };
    const found = new TextDecoder().decode(raw).match(/^c2sp\.org\/tlog-proof@v1\nindex (\d+)\n((?:\S{44}\n)*)\n([\s\S]*)$/);
    need(found, "proof", null, "proof");
    const [origin, size, root] = found[3].split("\n"), path = found[2].split("\n").filter(Boolean).map(unbase64);
    const leaf = unhex(game.heads[game.entries.length]), made = rootFrom(leaf, +found[1], +size, path);
    need(made && base64(made) === root, "proof", null, "proof");
    if (!story.log) return { cannot: "crypto" };
    const [, holds] = await noteText(found[3], origin, unhex(story.log), "proof");
    return holds ? { n: +found[1] + 1, m: +size, name: origin } : { cannot: "crypto" };
  },
};

async function sshSigned(armor, text, id) {
  const fields = bytes => {
    const found = [];
    for (let at = 0; at + 4 <= bytes.length;) {
      const size = new DataView(bytes.buffer, bytes.byteOffset + at).getUint32(0);
      found.push(bytes.subarray(at + 4, at += 4 + size));
    }
    return found;
  };
  try {
    const raw = unbase64(armor.split("\n").slice(1, -2).join(""));
    if (new TextDecoder().decode(raw.subarray(0, 6)) !== "SSHSIG") return false;
    const [key, space, reserved, name, signature] = fields(raw.subarray(10)), [kind, point] = fields(key), [, value] = fields(signature);
    const hash = new TextDecoder().decode(name), body = bytesOf(text);
    if (new TextDecoder().decode(space) !== "pbem" || reserved.length || !["sha256", "sha512"].includes(hash)) return false;
    if (id !== `ssh:SHA256:${base64(sha256(key)).replace(/=+$/, "")}`) return false;
    if (new TextDecoder().decode(kind) !== "ssh-ed25519" || !globalThis.crypto || !crypto.subtle) return null;
    const digest = hash === "sha256" ? sha256(body) : new Uint8Array(await crypto.subtle.digest("SHA-512", body));
    const message = joined(bytesOf("SSHSIG"), ...[space, reserved, name, digest].flatMap(part => [number32(part.length), part]));
    return await signedBy(point, value, message);
  } catch {
    return false;
  }
}

let checked = null;

async function verify(chosen) {
  const game = { files };
  if (chosen && chosen.length) {
    game.files = {};
    for (const file of chosen) game.files[file.name] = new Uint8Array(await file.arrayBuffer());
  }
  checked = { found: [], bad: null, entries: 0, others: chosen && chosen.length };
  showVerdict();
  try {
    const open = lines("log.jsonl")[0] || {};
    if (!checked.others && open.format !== 2) throw new Bad("bytes", 0, "format");
    for (const [name, check] of Object.entries(checks)) {
      checked.now = name;
      await new Promise(done => setTimeout(done));
      checked.found.push([name, await check(game)]);
    }
  } catch (error) {
    checked.bad = error instanceof Bad ? error : new Bad(checked.now, null, "crash", { error: String(error) });
  }
  checked.now = "";
  checked.entries = (game.entries || []).length;
  showVerdict();
  choose(find("tab-check"));
}

function showVerdict() {
  const { found, bad, now, entries: count } = checked, badge = find("verify"), list = make("ul");
  for (const [name, places] of found) {
    const key = places.cannot ? `js_cannot_${places.cannot}` : `js_did_${name}`;
    list.append(make("li", `${say(`js_check_${name}`)}: ${say(key, places)}`, places.cannot ? "open" : "good"));
  }
  let told = say("js_checking");
  if (bad) {
    const where = bad.seq === null || bad.seq === undefined ? say("js_beside") : say("js_at_entry", { n: bad.seq });
    told = `${say("js_bad")}: ${where}: ${say(`js_check_${bad.check}`)}: ${say(`js_why_not_${bad.why}`, bad.places)}`;
    list.append(make("li", told, "bad"));
  } else if (!now && count) told = say("js_good", { n: count });
  badge.className = bad ? "badge bad" : !now && count ? "badge good" : "badge";
  badge.textContent = bad ? `${say("js_bad")}: ${bad.seq === null ? say(`js_check_${bad.check}`) : say("js_at_entry", { n: bad.seq })}` : told;
  find("verdict").replaceChildren(make("p", told, bad ? "bad" : "good"), list);
}
