/** What runners print before the name of a test that passed: TAP, go, gtest, jest, mocha, Pester. */
const passMark = /^(?:ok\s|(?:--- )?PASS(?:ED)?\b|\[\s*(?:OK|PASSED|\+)\s*\]|[✓✔✅√])/

/**
 * Whether a line tells that a test passed, so that the words of its name say nothing of this run:
 * `ok 8 fails without a key`. `at` is its first character that is no blank.
 */
export function isPassed(text: string, at: number, end: number): boolean {
  switch (text.charCodeAt(at)) {
    case 0x6f: // o
    case 0x2d: // -
    case 0x50: // P
    case 0x5b: // [
    case 0x2713: // ✓
    case 0x2714: // ✔
    case 0x2705: // ✅
    case 0x221a: // √
      return passMark.test(text.slice(at, Math.min(end, at + 24)))
    default:
      return false
  }
}
