/** @file The refusals of this client in French; those that lpbe has too are as lpbe says them. */

/** The French template of each English one. */
export const FRENCH = {
  "a base64 value is damaged": "une valeur base64 est endommagée",
  "a game file needs exactly one seal per seat": "il faut exactement un sceau par place dans un fichier de partie",
  "a handover in this game file is not valid": "une passation de ce fichier de partie n'est pas valable",
  "a hexadecimal value is damaged": "une valeur hexadécimale est endommagée",
  "a key is not plain ASCII text": "un nom de champ n'est pas en ASCII simple",
  "a letter has room for {count} plans": "un message peut contenir {count} plans",
  "a line of the log is too long": "une ligne du journal est trop longue",
  "a message has between 1 and {limit} orders": "un message contient entre 1 et {limit} ordres",
  "a name has between 1 and {limit} characters": "un nom a entre 1 et {limit} caractères",
  "a note can have at most {limit} characters": "une note peut avoir {limit} caractères au maximum",
  "a number is too large, or it is not an integer": "un nombre est trop grand ou n'est pas entier",
  "a public key is one line: lpbe-pub-1 SIGN SEAL": "une clé publique tient en une ligne : lpbe-pub-1 SIGN SEAL",
  "a seal does not have its fixed size": "un sceau n'a pas sa taille fixe",
  "a seal of this order does not have its fixed size": "un sceau de cet ordre n'a pas sa taille fixe",
  "a sealed order is not the one that was committed to": "un ordre scellé ne correspond pas à son engagement",
  "a signature of the referee is missing": "il manque une signature de l'arbitre",
  "a text is not valid Unicode": "un texte n'est pas de l'Unicode valide",
  "a value of this type is not allowed in a game file":
    "une valeur de ce type n'est pas admise dans un fichier de partie",
  "an SSH key signs for this lpbe key, and a browser cannot use it":
    "une clé SSH signe pour cette clé lpbe, et un navigateur ne peut pas s'en servir",
  "an invitation code has {length} letters and digits, but this one has {count}":
    "un code d'invitation a {length} lettres et chiffres, celui-ci en a {count}",
  "an opening does not match the letter that it opens": "une ouverture ne correspond pas au message qu'elle ouvre",
  "an order can be replaced at most fifteen times": "un ordre peut être remplacé quinze fois au maximum",
  "genesis, state and head do not belong together": "la genèse, la position et la tête de chaîne ne correspondent pas",
  "line {line} is not JSON as lpbe writes it": "la ligne {line} n'est pas du JSON tel que lpbe l'écrit",
  "line {line} is not TOML as lpbe writes it": "la ligne {line} n'est pas du TOML tel que lpbe l'écrit",
  "line {line} is too long": "la ligne {line} est trop longue",
  "nothing is remembered of this game": "rien n'est gardé en mémoire de cette partie",
  "nothing is sealed in an open game": "rien n'est scellé dans une partie ouverte",
  "question {window} has not been asked yet": "la question {window} n'est pas encore posée",
  "rev {rev} has already arrived": "la révision {rev} est déjà arrivée",
  "rev {rev} has already been used": "la révision {rev} a déjà servi",
  "rev {rev} skips too many numbers": "la révision {rev} saute trop de numéros",
  "seats with the referee's key must be ready before all others":
    "les places qui ont la clé de l'arbitre doivent être prêtes avant toutes les autres",
  "step {step} of this game was different when your key saw it":
    "l'étape {step} de cette partie était différente quand votre clé l'a vue",
  "step {step}, the last one your key saw, is too old to be in this file":
    "l'étape {step}, la dernière que votre clé a vue, est trop ancienne pour être dans ce fichier",
  "the game has not started": "la partie n'a pas commencé",
  "the game is over": "la partie est finie",
  "the game is waiting for '{wanted}', not for '{kind}'": "la partie attend « {wanted} », pas « {kind} »",
  "the host's own seats must be ready first": "les places de l'hôte doivent être prêtes les premières",
  "the invitation code is missing": "il manque le code d'invitation",
  "the invitation code is mistyped, or it is not for {seat} in this game":
    "le code d'invitation est mal tapé, ou n'est pas celui de {seat} dans cette partie",
  "the last order in this file does not match its head":
    "le dernier ordre de ce fichier ne correspond pas à sa tête de chaîne",
  "the message is empty": "le message est vide",
  "the order is cut off": "l'ordre est coupé",
  "the order is damaged": "l'ordre est endommagé",
  "the passphrase is empty": "la phrase de passe est vide",
  "the passphrase is wrong for this key": "ce n'est pas la phrase de passe de cette clé",
  "the position in this file does not match its head":
    "la position de ce fichier ne correspond pas à sa tête de chaîne",
  "the proof of a draw is false": "la preuve d'un tirage est fausse",
  "the seal of {seat} is for another key": "le sceau de {seat} est pour une autre clé",
  "the sealing key is weak: anybody could use it": "la clé de scellement est faible : n'importe qui pourrait s'en servir",
  "the signature does not match what it signs": "la signature ne correspond pas à ce qu'elle signe",
  "the signature is by another key or for another purpose, or it is not a signature":
    "la signature est d'une autre clé ou pour un autre usage, ou n'en est pas une",
  "the signing key is weak: anybody could use it":
    "la clé de signature est faible : n'importe qui pourrait s'en servir",
  "there is no seat '{seat}' in this game": "il n'y a pas de place « {seat} » dans cette partie",
  "there is no such replacement to endorse": "ce remplacement à approuver n'existe pas",
  "this browser cannot keep keys; give yours each time, or use another browser":
    "ce navigateur ne peut pas garder de clés ; donnez la vôtre à chaque fois ou utilisez un autre navigateur",
  "this browser did not keep what was stored; make room, or leave private browsing":
    "ce navigateur n'a rien gardé ; faites de la place ou quittez la navigation privée",
  "this device has too little memory to read a key with a passphrase":
    "cet appareil n'a pas assez de mémoire pour lire une clé protégée par une phrase de passe",
  "this endorses a different pace from the one it names": "ceci approuve un autre rythme que celui qui est indiqué",
  "this file is too large: {count} bytes": "ce fichier est trop gros : {count} octets",
  "this game file does not have the parts that its kind of game needs":
    "ce fichier n'a pas les éléments que demande ce type de partie",
  "this game has format {format}, but this client reads format 2":
    "cette partie est au format {format}, mais ce client lit le format 2",
  "this game has no deadlines": "cette partie n'a pas de délais",
  "this game looks like one of yours, but your key never joined it as {seat}":
    "cette partie ressemble à une des vôtres, mais votre clé ne l'a jamais rejointe comme {seat}",
  "this is not a game file": "ce n'est pas un fichier de partie",
  "this is not an SSH signature": "ce n'est pas une signature SSH",
  "this key does not open a seal made for this seat at this point of the game":
    "cette clé n'ouvre pas un sceau fait pour cette place à cet endroit de la partie",
  "this lpbe key is incomplete": "cette clé lpbe est incomplète",
  "this order answers question {window}, but question {open} is open now":
    "cet ordre répond à la question {window}, mais c'est la question {open} qui est posée",
  "this order answers question {window}, but the game is over":
    "cet ordre répond à la question {window}, mais la partie est finie",
  "this order belongs to another game": "cet ordre appartient à une autre partie",
  "this order is based on a position that is not in this game's recent history":
    "cet ordre part d'une position absente de l'histoire récente de cette partie",
  "this order is from before everybody had joined": "cet ordre date d'avant que tout le monde ait rejoint la partie",
  "this order is not signed": "cet ordre n'est pas signé",
  "this order lacks something that every order of the game must have":
    "il manque à cet ordre ce que doit contenir chaque ordre de la partie",
  "this pin belongs to another game": "ce repère est celui d'une autre partie",
  "this sealing key is that of the game itself": "cette clé de scellement est celle de la partie elle-même",
  "this order has already arrived": "cet ordre est déjà arrivé",
  "values are nested too deeply": "des valeurs sont imbriquées trop profondément",
  "what was sealed is not in canonical form": "ce qui a été scellé n'est pas sous forme canonique",
  "what was sealed is not padded as it must be": "ce qui a été scellé n'est pas complété comme il le faut",
  "your key agreed to play with other players or other keys in this game":
    "votre clé avait accepté de jouer avec d'autres joueurs ou d'autres clés dans cette partie",
  "your key has already signed rev {rev} for this question":
    "votre clé a déjà signé la révision {rev} pour cette question",
  "your key has seen step {step} of this game, but this file is older: step {older}":
    "votre clé a vu l'étape {step} de cette partie, mais ce fichier est plus ancien : étape {older}",
  "{count} bytes do not fit into a seal of {size} bytes":
    "{count} octets ne tiennent pas dans un sceau de {size} octets",
  "{field} is missing or is not what it must be": "{field} manque ou n'est pas ce qu'il faut",
  "{seat} already draws with this key": "{seat} tire déjà avec cette clé",
  "{seat} already uses this key": "{seat} utilise déjà cette clé",
  "{seat} does not have to answer this question": "{seat} n'a pas à répondre à cette question",
  "{seat} has already endorsed it": "{seat} l'a déjà approuvé",
  "{seat} has already sent {count} messages of this kind since the open question was asked":
    "{seat} a déjà envoyé {count} messages de ce type depuis que la question est posée",
  "{seat} has no key in this game; remove the signature":
    "{seat} n'a pas de clé dans cette partie ; retirez la signature",
  "{seat} has no vote on this": "{seat} n'a pas de voix sur ce point",
  "{seat} has not joined yet": "{seat} n'a pas encore rejoint la partie",
  "{seat} is played by the referee": "{seat} est joué par l'arbitre",
  "{seat} is played with another key": "{seat} est joué avec une autre clé",
  "{seat} is reserved for another key": "{seat} est réservé à une autre clé",
};
