// Shows the new price as soon as a choice changes. Without this script the button "Show the price" does the same.
const form = document.querySelector('form[data-live-price]');
let running = new AbortController();

form?.addEventListener('change', async () => {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  const card = document.getElementById('price');
  card.setAttribute('aria-busy', 'true');
  try {
    const address = new URL(form.action);
    address.search = new URLSearchParams(new FormData(form)).toString();
    const response = await fetch(address, { signal });
    const shown = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('price');
    if (signal.aborted) return;
    if (shown === null) throw new Error('no price');
    card.replaceChildren(...shown.childNodes);
    history.replaceState(null, '', address);
    card.removeAttribute('aria-busy');
  } catch {
    if (signal.aborted) return;
    card.removeAttribute('aria-busy');
    const words = document.createElement('p');
    words.textContent = 'The price cannot be updated now. Press “Show the price” in a moment.';
    card.replaceChildren(card.firstElementChild, words);
  }
});
