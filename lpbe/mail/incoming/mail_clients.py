"""The phrases that mail programs insert, in the languages in which people use them."""

from __future__ import annotations

import re

ADDRESS = r"<[^<>@\s]{1,64}@[^<>\s]{1,190}>"
ATTRIBUTION_PHRASE = re.compile(
    rf"""(?ix)^-{{0,6}}\s?(?:
      (?:on|at)\b.{{4,250}}\b(?:wrote|writes|said)\s*(?::|(?=-{{2}}))
    | .{{4,120}}\byou\swrote\s*:
    | le\b.{{4,250}}\ba\s[eé]crit\s*:
    | am\b.{{4,250}}\bschrieb\b.{{0,120}}:
    | el\b.{{4,250}}\bescribi[oó]\s*:
    | il\b.{{4,250}}\bha\sscritto\s*:
    | op\b.{{4,250}}\bschreef\b.{{0,120}}:
    | em\b.{{4,250}}\bescreveu\s*:
    | den\b.{{4,250}}\bskrev\b.{{0,120}}:
    | .{{0,150}}{ADDRESS}.{{0,40}}\b(?:wrote|writes|a\s[eé]crit|schrieb)\s*:
    | \d{{4}}[-/.]\d\d?[-/.]\d\d?\b.{{0,120}}{ADDRESS}\s*:
    | \d\d?\.?\s.{{4,80}}{ADDRESS}\s*:
    | \d\d?\.?\s.{{4,60}}\bby\s\S{{1,64}}@\S{{1,190}}:
    )\s*-{{0,6}}\s*$"""
)
"""A line that says who wrote what follows."""
ATTRIBUTION_START = re.compile(
    r"(?i)-{0,6}\s?(?:on|at|le|am|el|il|op|em|den|\d{1,4}|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|.{0,150}<[^<>@\s]+@"
)
"""How such a line may begin if it is wrapped."""
FORWARD_MARK = re.compile(
    r"""(?ix)^\s*(?:
      [-_=*]{2,}\s*(?:
          original\s(?:message|e?-?mail|appointment) | forwarded\s(?:message|by\b.{0,80})
        | (?:message|mail|courriel)\s(?:d'origine|original|initial|transf[eé]r[eé]|r[eé]exp[eé]di[eé])
        | (?:urspr(?:ü|ue)ngliche|weitergeleitete)\snachricht | mensaje\s(?:original|reenviado)
        | messaggio\s(?:originale|inoltrato) | oorspronkelijk\sbericht
      )\s*[-_=*]*
    | (?:begin\sforwarded\smessage | d[eé]but\sdu\smessage\s(?:transf[eé]r[eé]|r[eé]exp[eé]di[eé])
        | anfang\sder\sweitergeleiteten\snachricht)\s*:
    )\s*$"""
)
"""A line below which another e-mail follows, up to the end."""
FROM_HEADER = re.compile(r"(?i)^\s*\*?(?:from|de|von|da|van|exp[eé]diteur|envoy[eé]\spar)\s*:\s*\*?\s*\S")
OTHER_HEADER = re.compile(
    r"""(?ix)^\s*\*?(?:sent|date|to|cc|subject|reply-to
    | envoy[eé](?:\sle)?|[àa]|destinataires?|objet|sujet|r[eé]pondre\s[àa]
    | gesendet|an|datum|betreff|enviado|para|asunto|inviato|oggetto|verzonden|aan|onderwerp)\s*:\s*\*?"""
)
"""A From line, and the other headers of such an e-mail, as programs write them into the text."""
PHONE_SIGNATURE = re.compile(
    r"""(?ix)^\s*[*_(\[]?(?:
      (?:sent|mailed)\s(?:from|with|via|using)\s(?:my|mail|yahoo|outlook|proton|samsung|gmail|the|k-9|a|an
        |iphone|ipad|android|mobile|spark|fastmail)\b.{0,80}
    | envoy[eé]e?\s(?:de|depuis|[àa]\spartir\s(?:de|d')|avec|via)\s?(?:mon|ma|l'|la|un|yahoo|outlook|proton|courrier
        |mail|gmail|mobile|iphone|ipad|android|k-9).{0,80}
    | (?:t[eé]l[eé]charger|obtenir|obtenez)\soutlook\b.{0,60} | get\soutlook\sfor\b.{0,60} | provenance\s*:.{0,60}
    | (?:von|aus)\smein\w*\s.{0,40}gesendet.{0,10} | gesendet\s(?:von|mit|aus)\b.{0,60}
    | enviado\s(?:desde|do)\b.{0,60} | inviato\sda\b.{0,60} | verzonden\s(?:vanaf|met|via)\b.{0,60}
    )\s*[)\]_*]?\s*$"""
)
"""What phones add as a signature."""
FOOTER_RULE = re.compile(r"^[_=*-]{20,}$")
"""What mailing lists and companies draw above what they add."""
