import { foldText } from '../../text/fold.ts'
import { stem } from '../../text/stem.ts'

/**
 * What people ask agents for, French word by French word: things of computers and of everyday
 * services, and what is done with them. Forms that the stemmer does not bring together stand beside
 * each other. After the colon, the English words that tools are described with.
 */
const table = `
fichier:file dossier répertoire:folder,directory contenu:content texte:text page:page site:website
lien:link adresse:address image:image photo:photo,image vidéo:video musique:music chanson:song
son:sound voix:voice film:movie livre:book document:document tableau:table,spreadsheet feuille:sheet
ligne:line colonne:column mot:word phrase:sentence paragraphe:paragraph titre:title nom:name
taille:size date:date heure:time,hour jour:day semaine:week mois:month année:year matin:morning
soir:evening demain:tomorrow aujourd:today hier:yesterday week-end:weekend
message:message courriel mail:email,mail courrier:mail lettre:letter pièce:attachment jointe:attached
appel:call téléphone:phone numéro:number contact:contact réunion:meeting rendez-vous:appointment
agenda calendrier:calendar événement:event rappel:reminder réveil alarme:alarm tâche:task,todo
liste:list note:note projet:project équipe:team utilisateur:user compte:account client:customer
mot-de-passe:password clé:key jeton:token droit:permission accès:access connexion:login,connection
mise-à-jour:update pièce-jointe:attachment session:session serveur:server base-de-données base:database données donnée:data requête:query,request réponse:response
erreur:error journal:log trace:trace test:test code:code fonction:function classe:class
variable:variable bibliothèque:library paquet:package version:version dépôt:repository branche:branch
ticket:issue,ticket bogue:bug plantage:crash correctif:patch,fix demande:request fusion:merge
commande:command,order conteneur:container réseau:network navigateur:browser onglet:tab fenêtre:window
bouton:button champ:field formulaire:form touche:key écran:screen capture:screenshot souris:mouse
diagramme:diagram,chart graphique:chart courbe:line camembert:pie barre:bar schéma:diagram,schema
carte:map,card lieu endroit:place,location ville:city pays:country région:region rue:street
itinéraire trajet:route,directions distance:distance position:location météo:weather temps:weather,time
température:temperature pluie:rain neige:snow vent:wind prévision:forecast
vol:flight avion:plane,flight aéroport:airport train:train gare:station bus:bus voiture:car taxi:taxi,ride
course:ride vélo:bike billet:ticket voyage:trip,travel hôtel:hotel chambre:room nuit:night
logement:accommodation restaurant:restaurant table:table repas:meal plat:dish recette:recipe
ingrédient:ingredient boisson:drink nourriture:food magasin boutique:store,shop produit:product
article:article,item prix:price tarif:price,fare cours:price,rate action:stock,action bourse:stock
monnaie devise:currency argent:money paiement:payment facture:invoice virement:transfer
banque:bank crédit:credit impôt taxe:tax vente:sales achat:purchase colis:parcel,package
livraison:delivery stock:inventory entreprise société:company emploi:job salaire:salary
médecin docteur:doctor dentiste:dentist santé:health maladie:disease médicament:medicine,drug
nouvelle actualité:news,new élection:election match:game,match équipement:equipment joueur:player
score:score école:school élève:student maison:house,home appartement:apartment
cuisine:kitchen four:oven lumière lampe:light climatisation:air,conditioner chauffage:heating
volume:volume chat:cat chien:dog animal:animal plante:plant personne:person ami:friend famille:family
somme:sum,total moyenne:average nombre chiffre:number calcul:calculation résultat:result
différence:difference pourcentage:percentage mesure:measure poids:weight longueur:length surface:area
étape:step problème:problem question:question idée:idea avis:review,opinion conseil:advice
résumé:summary traduction:translation langue:language anglais:english français:french allemand:german
espagnol:spanish italien:italian japonais:japanese chinois:chinese rapport:report analyse:analysis
statistique:statistics utilisation:usage exemple:example documentation:documentation aide:help
mémoire:memory connaissance:knowledge souvenir:memory entité:entity relation:relation graphe:graph
nouveau nouvel:new ancien:old dernier dernière:last,latest premier première:first précédent:previous
suivant:next ouvert:open fermé:closed lent:slow rapide:fast difficile:hard facile:easy solide:strong
fort:strong gratuit:free proche:nearby,near disponible:available actuel:current
lire lis lu:read écrire écris écrit:write créer crée:create ajouter:add supprimer effacer:delete,remove
enlever retirer:remove déplacer:move copier:copy renommer:rename modifier changer:change,edit,update
mettre mets:set,put jour:day,update remplacer:replace corriger:fix ouvrir ouvre:open fermer:close
chercher rechercher cherche:search,find trouver:find lister:list afficher montrer:show,display
voir vois:see,view obtenir:get donner:give prendre:take envoyer envoie:send recevoir:receive
répondre:reply partager:share publier:publish,post télécharger:download,upload importer:import
exporter:export enregistrer sauvegarder:save,record imprimer:print convertir:convert
traduire traduis:translate résumer:summarize analyser:analyze comparer:compare calculer:calculate
compter:count additionner:add trier:sort filtrer:filter extraire:extract générer:generate
dessiner:draw tracer:draw,plot exécuter lancer:run,execute,start démarrer:start arrêter:stop
installer:install configurer:configure activer allumer:enable,turn,on désactiver éteindre:disable,turn,off
connecter:connect cliquer:click appuyer:press remplir:fill saisir taper:type,enter entrée:enter,input
sélectionner choisir:select,choose revenir retourner:back,return naviguer:navigate aller:go
tester:test vérifier contrôler:check,verify valider:validate surveiller:monitor simuler:simulate,emulate
réfléchir penser:think expliquer:explain commenter:comment fusionner:merge pousser:push cloner:clone
déployer:deploy planifier programmer:schedule réserver:book,reserve commander:order acheter:buy
vendre:sell louer:rent payer:pay transférer:transfer annuler:cancel rappeler:remind,call appeler:call
jouer joue:play écouter:listen regarder:watch apprendre:learn oublier:forget savoir sait:know
retenir mémoriser:remember utiliser:use demander:ask,request inviter:invite signer:sign
pivoter:rotate tourner:rotate,turn redimensionner:resize recadrer:crop compresser:compress
chiffrer:encrypt déchiffrer:decrypt classer:classify,sort noter:rate,note préchauffer:preheat
neiger:snow pleuvoir:rain passe:pass,show besoin:need
`

/** French stem → English words; several words that are one thing are joined by `-`. */
const english: ReadonlyMap<string, readonly string[]> = read(table)

const phrases: readonly (readonly [RegExp, string])[] = table
  .split(/[\s:,]+/)
  .filter((word) => word.includes('-'))
  .map((word) => [new RegExp(`\\b${word.replaceAll('-', '[\\s-]+')}\\b`, 'giu'), word])

/** The text with `mot de passe` as one word, `mot-de-passe`. */
export function joinPhrases(text: string): string {
  return phrases.reduce((whole, [pattern, joined]) => whole.replace(pattern, joined), text)
}

/** The English words for a French one; none where the table does not have it. */
export function englishFor(word: string): readonly string[] {
  return english.get(stem(word, 'fr')) ?? []
}

function read(rows: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  let waiting: string[] = []
  for (const piece of rows.trim().split(/\s+/)) {
    const [word = '', meanings] = piece.split(':')
    waiting.push(word)
    if (meanings === undefined) continue
    for (const one of waiting) {
      const key = stem(foldText(one), 'fr')
      if (!found.has(key)) found.set(key, meanings.split(','))
    }
    waiting = []
  }
  return found
}
