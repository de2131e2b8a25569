// Installing the page as an app: the browser says when it can be, we say when it shall be.

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

class Installing {
  offer = $state.raw<InstallPrompt | null>(null);

  constructor() {
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.offer = event as InstallPrompt;
    });
    addEventListener("appinstalled", () => (this.offer = null));
  }

  async accept(): Promise<void> {
    const offer = this.offer;
    this.offer = null;
    await offer?.prompt();
  }
}

export const installing = new Installing();
