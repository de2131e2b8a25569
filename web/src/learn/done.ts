// Which lessons this browser has seen to the end.
const KEY = "lessons";

export function doneLessons(): number[] {
  try {
    return (localStorage.getItem(KEY) ?? "").split(",").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

export function markDone(lesson: number): void {
  try {
    localStorage.setItem(KEY, [...new Set([...doneLessons(), lesson])].join(","));
  } catch {
    // a browser that keeps nothing
  }
}
