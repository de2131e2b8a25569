// A file for the reader to keep.
const LATER = 1000; // ms: some browsers read the address only after the click

export function save(name: string, type: string, ...parts: BlobPart[]): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(parts, { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), LATER);
}

export const saveJson = (name: string, value: unknown): void => save(name, "application/json", JSON.stringify(value, null, 1));
