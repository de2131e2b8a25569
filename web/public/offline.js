// The page for when the server cannot be reached: it asks again, and goes on where it was as soon as there is an answer.
const PAUSE = 2000; // ms

function language() {
  try {
    const kept = localStorage.getItem("language");
    if (kept) return kept;
  } catch {
    // a browser that keeps nothing
  }
  return navigator.language.startsWith("en") ? "en" : "fr";
}

async function look() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store" });
    if (answer.ok) location.reload();
  } catch {
    // not yet
  }
}

document.documentElement.lang = language();
for (const part of document.querySelectorAll("main > [lang]")) part.hidden = part.lang !== language();
for (const button of document.querySelectorAll("button")) button.addEventListener("click", look);
addEventListener("online", look);
setInterval(look, PAUSE);
