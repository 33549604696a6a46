/** A language the page can speak: English is in the sources, others are loaded when they are chosen. */
export interface Language {
  readonly tag: string
  /** What stands for an English message of the page. */
  translate(message: string): string
  /** What stands for a word of a fixed list of the daemon's, or what a setting means. */
  hear(text: string): string
}

const same = (text: string): string => text

let chosen: Language = { tag: 'en', translate: same, hear: same }

/** The language in use. */
export function language(): Language {
  return chosen
}

/** Uses a language from now on; the page is drawn after this. */
export function speak(next: Language): void {
  chosen = next
}
