// The script that stands in a replay as it is written. It unpacks the other one, `PACKED`, and runs it: the policy of the
// page knows that one by its digest. Player and verifier use `undigit` and `inflated` too, for the data of the game.

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%.()*+-;:=>?@^_`{|}~";

// five digits are four bytes; the first digit of all says how many bytes at the end are none
function undigit(text) {
  const bytes = new Uint8Array(((text.length - 1) / 5) * 4), view = new DataView(bytes.buffer);
  for (let at = 1, to = 0; to < bytes.length; to += 4) {
    let word = 0;
    for (const end = at + 5; at < end; at++) word = word * 85 + DIGITS.indexOf(text[at]);
    view.setUint32(to, word);
  }
  return bytes.subarray(0, bytes.length - text[0]);
}

async function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function begin() {
  const script = document.createElement("script");
  script.textContent = new TextDecoder().decode(await inflated(undigit(PACKED)));
  document.body.append(script);
  await replay();
}

begin().catch(error => {
  document.documentElement.classList.replace("js", "broken");
  document.getElementById("broken").append(` (${error})`);
});
