const fact =
  /^(?:(?:for|in|at|on|to|from|by|of|since|until|with) )?(?:who|what|when|where|which|how (?:much|many|often|long|old|far|big|fast)|qui|que|quel|quelle|quand|où|combien)\b|\b(?:price|cost|costs|prix|coût)\b/i
const way = /\b(?:how (?:do|can|to|would|should)|command|commands|run|install|comment|commande)\b/i

/** True for a question for one fact, which a sentence answers, and a passage about something else cannot. */
export function asksFact(question: string): boolean {
  return fact.test(question.trim())
}

/** True for a question how something is done, which a block of code may answer. */
export function asksHow(question: string): boolean {
  return way.test(question)
}
