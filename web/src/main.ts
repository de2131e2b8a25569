import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";

const root = document.getElementById("app");
if (root) mount(App, { target: root });
// Only where browsers let pages have one: https, or this computer.
if (import.meta.env.PROD && isSecureContext && "serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
