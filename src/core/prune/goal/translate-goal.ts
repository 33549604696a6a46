import { foldText } from '../../text/fold.ts'
import { detectLanguage } from '../../text/stop-words.ts'

/** What French goals say most, in the words that programs and English texts use; folded. */
const english = new Map(
  `absent missing|acces access|adresse address|ajouter add|analyser parse|annuler cancel|appel call
  appeler call|application app|argument argument|arret stop|arreter stop|arrete stopped|attendu expected
  attente pending wait|aucun none|authentification authentication|autorisation permission|avertissement warning
  base database|bibliotheque library|bloque blocked|bogue bug|branche branch|brise broken|cache cache
  caractere character|casse broken|certificat certificate|changement change|change changed|changer change
  charge load|charger load|chemin path|cle key|client client|code code|commande command|compilateur compiler
  compiler compile|compte account|conflit conflict|connecter connect|connexion connection login
  conteneur container|copie copy|corriger fix|corrige fixed|couche layer|courriel mail|courrier mail
  creer create|cree created|date date|debut start|delai timeout|demande request|demarrage start
  demarrer start|dependance dependency|deployer deploy|deploiement deploy|depot repository|depasse exceeded
  dernier last|detruire destroy|detruit destroyed|disponible available|disque disk|donnee data
  donnees data|dossier folder directory|droit permission|duree duration|ecran screen|ecrire write
  echec failure failed|echoue failed|echouer fail|effacer delete|enregistrement record|enregistrer save
  entree input|environnement environment|envoi send|envoyer send|erreur error|espace space|essai test
  etape step|etat state status|executer run|expirer expire|expire expired|exporter export|facture invoice
  faille vulnerability|fermer close|ferme closed|fichier file|fil thread|fin end|fonction function
  fonctionner work|format format|fuite leak|fusion merge|fusionner merge|gros large big|grand large
  heure time|horloge clock|hote host|image image|importer import|inattendu unexpected|inconnu unknown
  indice index|installer install|interdit forbidden|introuvable not found|invalide invalid|journal log
  jeton token|lancer start run|langue language|lecture read|lent slow|lenteur slow|libre free|lien link
  ligne line|lire read|liste list|logiciel software|machine machine|maison home|manquant missing|manquer missing
  manque missing|memoire memory|message message|mettre put|mise update|modifier change|module module
  mot word|moteur engine|nettoyer clean|nom name|nombre number|nouveau new|nouvelle new|noyau kernel
  objet object|ouvrir open|ouvert open|page page|panne failure|paquet package|parametre parameter
  passe password|passer move switch|perdu lost|perdre lose|permission permission|place space|plein full
  port port|processeur cpu processor|processus process|produit product|projet project|proprietaire owner
  propriete property|publier publish|publie published|purger purge|rapide fast|rapport report|recevoir receive
  redemarrage restart|redemarrer restart|refuse refused denied|refuser refuse|regle rule|reponse answer response
  requete request query|reseau network|resolu resolved|restaurer restore|retour return|reussi passed succeeded
  sauvegarde backup|sauvegarder save|secret secret|seance session|securite security|serveur server
  service service|session session|sortie output exit|source source|supprimer delete remove|supprime deleted
  systeme system|tache task|taille size|telecharger download|temps time|test test|tester test|texte text
  trace trace|travail job|trouve found|trouver find|utilisateur user|utiliser use|utilise used|valeur value
  variable variable|verifier check|version version|vide empty|vieux old|volume volume|voir see`
    .split(/[|\n]/)
    .map((entry) => entry.trim().split(' '))
    .filter(([word]) => word !== '')
    .map(([word = '', ...said]) => [word, said.join(' ')] as const),
)

const sampled = 20_000

/**
 * A French goal in English where the text it is asked of is no French: word by word, names as they
 * are. `undefined` where there is nothing to translate.
 */
export function translateGoal(goal: string, text: string): string | undefined {
  if (detectLanguage(goal) !== 'fr' || detectLanguage(text.slice(0, sampled)) === 'fr')
    return undefined
  const words = goal.match(/[\p{L}\p{N}_./@-]+/gu) ?? []
  return words.map((word) => inEnglish(foldText(word)) ?? word).join(' ')
}

/** Plurals and feminine forms are looked up as their singular. */
function inEnglish(word: string): string | undefined {
  const forms = [word, word.replace(/x$/, ''), word.replace(/s$/, ''), word.replace(/e?s?$/, '')]
  return forms.map((form) => english.get(form)).find((found) => found !== undefined)
}
