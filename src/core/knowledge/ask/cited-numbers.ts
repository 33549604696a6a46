/** The numbers of `[1]` and `[2, 3]`, each once, in the order of the text. */
export function citedNumbers(text: string): readonly number[] {
  const numbers = [...text.matchAll(/\[(\d+(?:\s*,\s*\d+)*)\]/g)].flatMap(([, list = '']) =>
    list.split(',').map(Number),
  )
  return [...new Set(numbers)]
}
