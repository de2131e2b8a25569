// Putting a link where it can be pasted, also over plain http, where pages have no clipboard.

/** Whether the text of a field was copied; else it is left selected. */
export async function copyFrom(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    field.setSelectionRange(0, field.value.length);
    return document.execCommand("copy");
  }
}
