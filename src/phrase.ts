/** What a person is told: plain English, or a sentence that keeps its values apart. */
export type Phrase = string | Sentence

/** A value inside a sentence; one that is a sentence itself is said in the same language. */
type Value = Phrase | number | bigint | undefined

/** An English sentence with `{}` for each value: by that text its translations are found. */
export class Sentence {
  /** How it is written for one and for any other number; the same where nothing is counted. */
  readonly forms: { readonly one: string; readonly many: string }
  readonly values: readonly Value[]

  constructor(forms: { readonly one: string; readonly many: string }, values: readonly Value[]) {
    this.forms = forms
    this.values = values
  }

  /** In English. */
  toString(): string {
    const { one, many } = this.forms
    return fill(this.values[0] === 1 ? one : many, this.values.map(String))
  }

  toJSON(): string {
    return this.toString()
  }
}

/** A sentence from a template: its text is the key of its translations, its values go along. */
export function phrase(parts: TemplateStringsArray, ...values: readonly Value[]): Sentence {
  const text = parts.join('{}')
  return new Sentence({ one: text, many: text }, values)
}

/** The first sentence for one, the second for any other number; the number is their first value. */
export function counted(
  number: number,
  one: string,
  many: string,
  ...others: readonly Value[]
): Sentence {
  return new Sentence({ one, many }, [number, ...others])
}

/** `{}` takes the next value, `{2}` the second. */
export function fill(text: string, values: readonly string[]): string {
  let next = 0
  return text.replaceAll(/\{(\d*)\}/g, (_, number: string) => {
    const at = number === '' ? next++ : Number(number) - 1
    return values[at] ?? ''
  })
}
