// Runs in the browser: polls for new deliveries and adds them at the top of the list.
const EVERY_MS = 1_500;
const MAX_SHOWN = 50;

const entries = document.getElementById('entries');
const connection = document.getElementById('connection');
const nothing = document.getElementById('nothing');

async function look() {
  const latest = entries.firstElementChild?.dataset.id ?? '';
  const query = new URLSearchParams({ after: latest });
  const response = await fetch(`${location.pathname}/entries?${query}`);
  if (!response.ok) throw new Error(`answered ${response.status}`);
  if (response.status === 200) show(await response.text());
}

function show(html) {
  const parsed = new DOMParser().parseFromString(`<ol>${html}</ol>`, 'text/html');
  entries.prepend(...parsed.querySelectorAll('.entry'));
  while (entries.children.length > MAX_SHOWN) entries.lastElementChild.remove();
  nothing.hidden = entries.children.length > 0;
}

async function keepLooking() {
  try {
    if (!document.hidden) await look();
    connection.textContent = 'Live: new deliveries appear automatically.';
  } catch {
    connection.textContent = 'The service isn’t responding. Retrying…';
  }
  setTimeout(keepLooking, EVERY_MS);
}

keepLooking();
