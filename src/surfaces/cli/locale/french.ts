/** French for what the command line says, by its English. */
export const french: Readonly<Record<string, string>> = {
  'a context engine for AI agents': 'un moteur de contexte pour agents',
  'Next:': 'Pour continuer :',
}
