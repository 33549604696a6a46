/** One intent in two languages, and the names of the tools that would do. */
export interface Bilingual {
  readonly english: string
  readonly french: string
  readonly right: readonly string[]
}

const asBilingual = ([english, french, right]: readonly [string, string, string]): Bilingual => ({
  ...{ english, french, right: right.split(' ') },
})

/** For the tools of real servers; both columns were written before the table of French words. */
export const forRealServers: readonly Bilingual[] = [
  [
    'read the contents of a text file',
    "lire le contenu d'un fichier texte",
    'read_file read_text_file read_multiple_files',
  ],
  ['write a new file with some text', 'écrire un nouveau fichier avec du texte', 'write_file'],
  [
    'list what is in a folder',
    "lister ce qu'il y a dans un dossier",
    'list_directory list_directory_with_sizes directory_tree',
  ],
  ['create a folder', 'créer un dossier', 'create_directory'],
  ['move a file to another place', 'déplacer un fichier ailleurs', 'move_file'],
  [
    'find files whose name ends in .log',
    'trouver les fichiers dont le nom finit par .log',
    'search_files',
  ],
  [
    'how large is this file and when was it changed',
    'quelle est la taille de ce fichier et quand a-t-il été modifié',
    'get_file_info',
  ],
  ['what do I know about Ada', 'que sait-on à propos de Ada', 'search_nodes open_nodes read_graph'],
  [
    'think through a hard problem step by step',
    'réfléchir à un problème difficile étape par étape',
    'sequentialthinking',
  ],
  [
    'open a web page in the browser',
    'ouvrir une page web dans le navigateur',
    'browser_navigate navigate_page new_page browser_tabs puppeteer_navigate',
  ],
  [
    'click the login button',
    'cliquer sur le bouton de connexion',
    'browser_click click puppeteer_click',
  ],
  [
    'fill in the form with my address',
    'remplir le formulaire avec mon adresse',
    'browser_fill_form fill_form fill browser_type puppeteer_fill',
  ],
  [
    'take a picture of the page',
    "prendre une capture d'écran de la page",
    'browser_take_screenshot take_screenshot puppeteer_screenshot',
  ],
  ['press the enter key', 'appuyer sur la touche entrée', 'browser_press_key press_key'],
  [
    'go back to the previous page',
    'revenir à la page précédente',
    'browser_navigate_back navigate_page',
  ],
  [
    'which requests did the page make',
    'quelles requêtes la page a-t-elle faites',
    'browser_network_requests list_network_requests',
  ],
  [
    'run some JavaScript in the page',
    'exécuter du JavaScript dans la page',
    'browser_evaluate evaluate_script browser_run_code_unsafe puppeteer_evaluate',
  ],
  [
    'find out how to use a library, with up to date documentation',
    'trouver comment utiliser une bibliothèque, avec de la documentation à jour',
    'query-docs resolve-library-id',
  ],
  ['open an issue about a crash', 'ouvrir un ticket à propos d’un plantage', 'create_issue'],
  ['merge a pull request', 'fusionner une pull request', 'merge_pull_request'],
  [
    'search code on GitHub for a function',
    'chercher une fonction dans le code sur GitHub',
    'search_code',
  ],
  ['make a new branch', 'créer une nouvelle branche', 'create_branch git_branch'],
  [
    'show the last commits of a repository',
    'afficher les derniers commits d’un dépôt',
    'list_commits git_log',
  ],
  ['comment on an issue', 'commenter un ticket', 'add_issue_comment'],
  [
    'draw a bar chart of sales by month',
    'dessiner un diagramme en barres des ventes par mois',
    'generate_bar_chart generate_column_chart',
  ],
  ['make a pie chart', 'faire un camembert', 'generate_pie_chart'],
  [
    'draw a diagram of a process',
    'dessiner le schéma d’un processus',
    'generate_flow_diagram generate_mermaid_diagram',
  ],
  ['change one line of a file', "modifier une ligne d'un fichier", 'edit_file'],
  ['emulate a slow network', 'simuler un réseau lent', 'emulate'],
  ['list open tabs', 'lister les onglets ouverts', 'list_pages browser_tabs'],
].map((row) => asBilingual(row as [string, string, string]))

/** For everyday services, as in bfcl-live: names may be a part of a function's name. */
export const forServices: readonly Bilingual[] = [
  [
    'What is the weather in Oslo today?',
    'Quel temps fait-il à Oslo aujourd’hui ?',
    'weather Weather',
  ],
  [
    'Will it snow in the mountains this weekend?',
    'Va-t-il neiger à la montagne ce week-end ?',
    'snow weather Weather',
  ],
  ['Translate this sentence into Japanese', 'Traduis cette phrase en japonais', 'translat'],
  [
    'Book a room in a hotel in Lyon for three nights',
    'Réserve une chambre dans un hôtel à Lyon pour trois nuits',
    'Hotel hotel',
  ],
  [
    'Find a train from Paris to Nice on Friday',
    'Trouve un train de Paris à Nice vendredi',
    'Trains',
  ],
  ['Buy two bus tickets to Lille', 'Achète deux billets de bus pour Lille', 'Buses'],
  ['Find a flight from Rome to Berlin', 'Cherche un vol de Rome à Berlin', 'flight Flight'],
  ['Rent a car for the weekend', 'Louer une voiture pour le week-end', 'RentalCars'],
  [
    'Reserve a table in a restaurant tonight',
    'Réserver une table dans un restaurant ce soir',
    'Restaurants',
  ],
  ['Order a pizza', 'Commander une pizza', 'uber.eat order'],
  [
    'I need a ride to the airport',
    "J'ai besoin d'une course jusqu'à l'aéroport",
    'uber.ride RideSharing',
  ],
  ['Play a song by Miles Davis', 'Joue une chanson de Miles Davis', 'play Music'],
  ['Set an alarm for seven in the morning', 'Mets un réveil à sept heures du matin', 'larm'],
  ['Send an email to my sister', 'Envoie un courriel à ma sœur', 'send_email'],
  ['Send a message to the team', "Envoie un message à l'équipe", 'send_message send.message'],
  [
    'What is the price of this share?',
    'Quel est le cours de cette action en bourse ?',
    'stock_price',
  ],
  ['Which movies are on at the cinema?', 'Quels films passent au cinéma ?', 'ovie show_times'],
  ['Find a recipe with mushrooms', 'Trouve une recette avec des champignons', 'recipe'],
  ['Add milk to my list of things to do', 'Ajoute du lait à ma liste de tâches', 'todo'],
  [
    'Delete the meeting of tomorrow from my calendar',
    'Supprime la réunion de demain de mon agenda',
    'calendar_event_delete',
  ],
  ['Create an event in my calendar', 'Crée un événement dans mon agenda', 'calendar_event_create'],
  ['Generate a strong password', 'Génère un mot de passe solide', 'generate_password'],
  ['Draw me a picture of a cat', 'Fais une image d’un chat', 'generate_image'],
  ['Rotate this photo', 'Fais pivoter cette photo', 'rotateImage'],
  ['Where is my parcel?', 'Où est mon colis ?', 'parcel PARCEL'],
  [
    'Search the web for news about the election',
    "Cherche sur le web les nouvelles de l'élection",
    'news NEWS web_search duck search',
  ],
  [
    'Make a dentist appointment',
    'Prendre rendez-vous chez le dentiste',
    'Services BookAppointment',
  ],
  ['Turn on the air conditioner', 'Allume la climatisation', 'ControlAppliance ThinQ'],
  ['Preheat the oven', 'Préchauffe le four', 'oven'],
  ['Compute the sum of these numbers', 'Calcule la somme de ces nombres', 'sum add'],
].map((row) => asBilingual(row as [string, string, string]))

/** Written after the table of French words, which was not changed for them: real servers, then services. */
export const heldOut: readonly (readonly Bilingual[])[] = [
  [
    ['hover over a menu with the mouse', 'survoler un menu avec la souris', 'hover'],
    ['drag one element onto another', 'glisser un élément sur un autre', 'drag'],
    ['close the tab', "fermer l'onglet", 'close_page browser_tabs browser_close'],
    ['tag a version of the repository', 'étiqueter une version du dépôt', 'git_tag'],
    ['compare two commits', 'comparer deux commits', 'git_diff'],
    ['put my changes aside for now', "mettre de côté mes changements pour l'instant", 'git_stash'],
    ['open a pull request', 'créer une demande de fusion', 'create_pull_request'],
    ['a word cloud of this text', 'un nuage de mots de ce texte', 'word_cloud'],
    ['fork a repository', 'forker un dépôt', 'fork_repository'],
    ['wait until the text appears', "attendre que le texte s'affiche", 'wait_for'],
    ['resize the window', 'redimensionner la fenêtre', 'resize'],
    [
      'add what was observed to an entity',
      'ajouter une observation à une entité',
      'add_observations',
    ],
    ['which messages are in the console', 'quels messages sont dans la console', 'console'],
    ['a map of the route', "une carte de l'itinéraire", 'path_map district_map pin_map'],
    ['upload a file in the page', 'envoyer un fichier dans la page', 'upload'],
  ],
  [
    [
      'Convert twenty degrees Celsius to Fahrenheit',
      'Convertis vingt degrés Celsius en Fahrenheit',
      'celsius_to_fahrenheit',
    ],
    [
      'Move my session to Wednesday',
      'Décale ma séance à mercredi',
      'reschedule calendar_event_edit',
    ],
    [
      'Which vulnerabilities does this component have?',
      'Quelles vulnérabilités a ce composant ?',
      'ulnerabilit',
    ],
    [
      'Create an account for a new user',
      'Crée un compte pour un nouvel utilisateur',
      'user_registration',
    ],
    ['Start a timer of ten minutes', 'Lance un minuteur de dix minutes', 'set_countdown'],
    [
      'Remove the background of this picture',
      "Enlève l'arrière-plan de cette image",
      'removeBackground',
    ],
    ['Turn the volume down', 'Baisse le volume', 'set_volume'],
    ['Give me a piece of advice', 'Donne-moi un conseil', 'advice'],
    ['Sort this list in ascending order', 'Trie cette liste par ordre croissant', 'sort_'],
    ['Warm up the dish in the microwave', 'Réchauffe le plat au micro-ondes', 'microwave'],
    ['Which sights are there in Rome?', 'Quels monuments visiter à Rome ?', 'Attractions'],
    ['Clone the git repository', 'Clone le dépôt git', 'clone_repo'],
    ['List the pods of the cluster', 'Liste les pods du cluster', 'get_pods'],
    ['Read this text aloud', 'Lis ce texte à voix haute', 'tts text_to_speech'],
    ['When does the shop open?', 'À quelle heure ouvre le magasin ?', 'open_times tesco'],
  ],
].map((rows) => rows.map((row) => asBilingual(row as [string, string, string])))
