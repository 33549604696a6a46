import type { Language } from '../../text/stop-words.ts'

const names: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  fetch: { en: 'Fetch', fr: 'Récupération' },
  transform: { en: 'Transform', fr: 'Transformation' },
  aggregate: { en: 'Aggregate', fr: 'Agrégation' },
  visualize: { en: 'Visualize', fr: 'Visualisation' },
  export: { en: 'Export', fr: 'Export' },
  output: { en: 'Output', fr: 'Envoi' },
  process: { en: 'Process', fr: 'Traitement' },
}

/** An action as a person says it. */
export function actionName(action: string, language: Language): string {
  return names[action]?.[language] ?? action
}

/** An action in every language it may be asked for. */
export function actionWords(action: string): string {
  return [action, ...Object.values(names[action] ?? {})].join(' ')
}
