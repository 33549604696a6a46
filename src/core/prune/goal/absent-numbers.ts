/** A number of three digits or more, or a version; not a share, an amount with a unit or a class like 5xx. */
const named =
  /(?<![\w.,-])(?:v?(\d+(?:\.\d+)+)|(\d{3,}))(?![\w%.,]*[\w%]|\s?(?:[kmgt]i?b|bytes?|ms|s|secs?|seconds?|min|minutes?|hours?|heures?|days?|jours?|times|fois|lines?|lignes?|rows?|per ?cent)\b)/gi
/** A bound is no name: values on one side of it are asked for. */
const bound =
  /(?:than|over|under|above|below|least|most|within|exceed\w*|beyond|past|first|last|top|up to|about|around|que|moins|plus|dépass\w*)\W+(?:\p{L}+\W+)?$/iu

/** Whether a goal names numbers (a port, a version, an id) and none of them is anywhere in the text. */
export function areNumbersAbsent(goal: string, text: string): boolean {
  const numbers: string[] = []
  for (const found of goal.matchAll(named))
    if (!bound.test(goal.slice(0, found.index))) numbers.push(found[1] ?? found[2] ?? '')
  return numbers.length > 0 && !numbers.some((number) => hasNumber(text, number))
}

/** Whether a number stands in a text by itself, and not as a part of a longer one. */
function hasNumber(text: string, number: string): boolean {
  for (let at = text.indexOf(number); at >= 0; at = text.indexOf(number, at + 1))
    if (!isDigit(text, at - 1) && !isDigit(text, at + number.length)) return true
  return false
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0x30 && code <= 0x39
}
