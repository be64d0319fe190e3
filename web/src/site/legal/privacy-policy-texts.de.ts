import type { LegalTexts, RetentionFacts } from './legal-texts';

const months = (count: number): string => (count === 1 ? 'einen Monat' : `${count} Monate`);

export const privacyPolicyTexts = ({ ledgerDays, reportMonths }: RetentionFacts): LegalTexts => ({
  title: 'Datenschutz\u00aderklärung',
  description:
    'Was Headroom über Konten, Geräte und Zählungen speichert, wo, wie lange, und wie Sie es löschen lassen.',
  lead: 'Headroom zählt Menschen. Es weiß nicht, wer sie sind. Wir speichern, was ein Konto und seine Zahlen brauchen, nichts für Werbung, und Sie können alles selbst löschen.',
  sections: [
    {
      title: 'Die Menschen, die gezählt werden',
      paragraphs: [
        'Wir haben Zahlen: wie viele kamen, wie viele gingen, in welchem Bereich und in welcher Minute. Keine Namen, keine Bilder, keine Funksignale von Handys, nichts, was auf einen Besucher hinweist. Was das Personal tippt, ist alles, was Headroom über eine Menge erfährt.',
      ],
    },
    {
      title: 'Was wir speichern, wenn Sie ein Konto haben',
      points: [
        'Ihre E-Mail-Adresse, um Sie anzumelden und Ihnen wegen Ihres Kontos zu schreiben.',
        'Ihr Passwort als scrypt-Hash. Wir können es nicht lesen, und niemand kann es zurückrechnen.',
        'Wenn Sie einen zweiten Schritt bei der Anmeldung einrichten: das Geheimnis, das auch Ihre App hat, und Hashes der Notfallcodes.',
        'Wo Sie angemeldet sind: für jede Anmeldung, wann sie begann, wann sie zuletzt benutzt wurde, und die Art von Browser und System, etwa „Firefox on Android“. Ihre Einstellungen zeigen diese Liste und beenden jede davon.',
        'Wenn Sie Ihr Passwort vergessen: einen Hash des Links, den wir Ihnen schicken, und bis wann er gilt.',
        'Welche Mitglieder zu Ihrem Konto gehören, mit Adresse und Rolle, und wann jedes zuletzt da war.',
        'Den Stand Ihres Kontos: wann es erstellt wurde, wann die Testphase endet und ob eine Zahlung fällig ist.',
        'Die Rechnungsdaten, die Sie angeben möchten: Name, Firma, Adresse, Land und Steuernummer.',
        'Für jede Veranstaltung die Tage, an denen gezählt wurde: Sie werden berechnet.',
        'Ihre Veranstaltungen und Bereiche: ihre Namen, Kapazitäten, Zugangscodes, Zeitzonen und Termine, und wer wann was geändert hat.',
        'Links, die Sie für Kontrollen erstellen: für wen, bis wann, und wann sie geöffnet wurden.',
      ],
    },
    {
      title: 'Was wir speichern, wenn jemand zählt',
      points: [
        'Ein Buch der Zählungen: welches Gerät wann, auf die Millisekunde, wie viele in welchen Bereich kommen oder gehen sah. Das Gerät ist eine Zufallszahl, die im Browser entsteht, kein Name und keine Seriennummer.',
        'Den Namen, den jemand einem Gerät gibt, etwa „Haupteingang“, wenn es einen bekommt, und ob es Eintritte, Austritte oder beides zählt.',
        'Zurücksetzungen, Nachzählungen und Änderungen eines Bereichs, und welches Mitglied des Kontos sie gemacht hat, oder dass es jemand mit dem Zugangscode war.',
        'Sonst nichts über Personal, das sich mit einem Zugangscode anmeldet: Es hat kein Konto und nennt keinen Namen.',
      ],
    },
    {
      title: 'Cookies und was in Ihrem Browser bleibt',
      paragraphs: [
        'Wir setzen kein Cookie für Werbung und keines, das Ihnen folgt. Deshalb fragt Sie kein Banner danach. Wer nur die öffentlichen Seiten besucht, bekommt gar keines.',
      ],
      points: [
        'Ein Sitzungscookie hält Sie angemeldet. Es enthält ein zufälliges Token, von dem wir nur einen Hash speichern, und gilt bis 30 Tage nach Ihrem letzten Besuch. Daneben sagt ein zweites Cookie nur, dass jemand angemeldet ist, damit Seiten schneller öffnen. Ein drittes mit einer signierten Zufallszahl, die wir nicht speichern, belegt ein Jahr nach der letzten Anmeldung, dass es sie in diesem Browser gab.',
        'Der Speicher des Browsers merkt sich, wer zuletzt da war, welche Veranstaltungen und Zahlen zu sehen waren, die gewählte Veranstaltung, ob Sie es hell oder dunkel möchten, die gewählte Sprache, wie dieses Gerät heißt und wie es zählt, bei welchen Warnungen es schon geklingelt hat, eine Abmeldung, von der wir noch nicht erfahren haben, und aus welcher Version eine Seite neu geladen wurde. Daneben bewahrt der Browser die Dateien der App auf, damit sie ohne Netz öffnet. Nichts davon verlässt das Gerät, und mit dem Abmelden ist vergessen, wer da war und was zu sehen war.',
        'Zählungen, die uns noch nicht erreicht haben, warten im Speicher des Browsers, mit der E-Mail-Adresse oder der Veranstaltung, für die sie gemacht wurden, damit niemand anderes auf diesem Gerät sie sendet. Sie verschwinden, wenn sie uns erreicht haben, auch nach dem Abmelden: dann mit der nächsten Anmeldung derselben Person. Die einer Veranstaltung oder eines Kontos, das inzwischen gelöscht wurde, bleiben, bis Sie die Daten dieser Website im Browser löschen. Was aus Zählungen wurde, die nicht zählten, bleibt, bis es gelesen ist.',
      ],
    },
    {
      title: 'Schutz vor dem Erraten',
      paragraphs: [
        'Fehlgeschlagene Anmeldungen, neue Registrierungen, Links für ein neues Passwort und Versuche, eine Karte zu hinterlegen, werden je Internetadresse und je Konto oder E-Mail-Adresse gezählt, damit niemand Passwörter, Codes oder Karten durchprobieren oder ein Postfach überfluten kann. Zähler, die älter als etwa eine Stunde sind, zählen nicht mehr und werden gelöscht; sie dienen keinem anderen Zweck.',
      ],
    },
    {
      title: 'Zahlung',
      paragraphs: [
        'Zahlungen wickelt Stripe ab. Stripe erhält Ihre E-Mail-Adresse, wenn Sie ein Konto erstellen, die Rechnungsdaten, die Sie speichern, und für jeden zu berechnenden Tag eine Zufallszahl für die Veranstaltung, das Datum und eine Uhrzeit. Die Namen Ihrer Veranstaltungen und Ihre Zahlen erhält es nicht. Wir erfahren, ob eine Zahlung gelungen ist.',
        'Das Kartenformular ist das von Stripe, gezeigt in Headroom: Die Kartennummer geht direkt an Stripe und erreicht uns nie. Bevor Sie dieses Formular öffnen, läuft in Ihrem Browser nichts von Stripe. Um Betrug zu erkennen, setzt sein Skript dann zwei Cookies auf dieser Website (__stripe_mid für ein Jahr und __stripe_sid für eine halbe Stunde) und sendet Stripe Ihre Internetadresse und Merkmale, wie sich Ihr Browser verhält.',
      ],
    },
    {
      title: 'Wer sonst beteiligt ist',
      points: [
        'Cloudflare betreibt die Server und speichert die Daten. Es sieht Internetadressen wie jeder Hoster.',
        'Stripe wickelt Zahlungen ab, wie oben beschrieben.',
        'Ein Maildienst stellt die wenigen E-Mails zu, die ein Konto bekommt: einen Link für ein neues Passwort, wenn jemand danach fragt, die Nachricht, dass das Passwort geändert wurde, Einladungen, die ein Inhaber eines Kontos verschickt, und den Fingerabdruck des Siegels jedes abgeschlossenen Tages mit dem Namen der Veranstaltung. Er erhält Ihre E-Mail-Adresse und diese E-Mail.',
        'Ein Dienst für Fehlerberichte, Sentry, kann einen Bericht erhalten, wenn etwas nicht funktioniert: welcher Schritt fehlschlug, in welcher Art von Browser und mit welchen Zufallszahlen von Konto und Veranstaltung. Er erhält auch, wie lange Schritte dauern, und vor einem Fehler und bei einem von zehn Besuchen eine Aufzeichnung der Ansicht, in der jeder Text und jede Eingabe verdeckt und jedes Bild ausgeblendet ist. E-Mail-Adressen, Codes, Cookies und was getippt wurde, werden entfernt, bevor ein Bericht den Browser verlässt, und er geht über unseren Server. Solange aufgezeichnet wird, bewahrt der Browser die Nummer der Aufzeichnung auf, bis der Tab geschlossen wird. Der Dienst dient dazu, Headroom zu reparieren, und zu nichts anderem.',
        'Niemand sonst. Wir verkaufen keine Daten und geben sie nicht heraus, es sei denn, ein Gericht oder eine Behörde verpflichtet uns gesetzlich dazu.',
      ],
    },
    {
      title: 'Wie lange wir es aufbewahren',
      points: [
        `Einzelne Zählungen: ${ledgerDays} Tage, nachdem der Bericht ihres Tages entstand. Danach bleiben nur Summen über fünf Minuten und die Tagessummen der Geräte.`,
        `Berichte mit diesen Summen, den Namen der Geräte, die gezählt haben, und dem, was geändert wurde: ${months(reportMonths)} nach ihrem Tag. Löschen Sie die Veranstaltung, geht alles davon früher.`,
        'Was ein zählendes Gerät zuletzt gesendet hat, damit keine Zählung doppelt zählt, und sein jetziger Name: 90 Tage nach seiner letzten Zählung.',
        'Anmeldungen: bis sie beendet werden, längstens 30 Tage nach der letzten Benutzung. Das Protokoll eines Kontos, das sagt, wer sich mit welchem Browser angemeldet und wer was geändert hat: zwei Jahre. Links für ein neues Passwort: bis einer benutzt ist, längstens zwei Stunden. Einladungen in ein Konto, mit der eingeladenen Adresse: bis sie benutzt sind, längstens sieben Tage.',
        'Ihr Konto: bis Sie es als einziger Inhaber löschen. Ihre Anmeldung: bis Sie Ihr letztes Konto verlassen. Was Sie in einem Konto getan haben, bleibt in seinen Berichten, nach Ihrem Austritt unter einer Nummer ohne Ihre Adresse. Tage, die zu berechnen sind, bleiben, bis die letzte Rechnung gestellt ist.',
        'Rechnungen und Zahlungen, die Stripe für uns aufbewahrt: so lange das Steuerrecht es verlangt.',
      ],
    },
    {
      title: 'Ihre Rechte',
      paragraphs: [
        'Sie können eine Veranstaltung löschen oder in den Einstellungen Ihr ganzes Konto. Der Zugang endet sofort, die Daten werden danach gelöscht. Genutzte, aber noch nicht berechnete Tage werden zuerst berechnet; dann wird auch Ihr Kundendatensatz bei Stripe gelöscht.',
        'Eine Kopie dessen, was Ihr Konto enthält, laden Sie in seinen Einstellungen herunter, in einer Form, die andere Programme lesen können.',
        'Sie können eine Berichtigung verlangen oder dem widersprechen, was wir mit Ihren Daten tun. Schreiben Sie an die Adresse unten. Stellt unsere Antwort Sie nicht zufrieden, können Sie sich an die Datenschutzbehörde an Ihrem Wohnort wenden.',
        'Wir speichern, was nötig ist, um Ihnen den Dienst zu bieten, für den Sie sich registriert haben, um ihn sicher zu halten und um das Gesetz zu erfüllen. Andere Gründe gibt es nicht.',
      ],
    },
    {
      title: 'Änderungen',
      paragraphs: [
        'Wenn sich diese Erklärung ändert, ändert sich auch das Datum an ihrem Anfang. Ist eine Änderung für Sie wichtig, schreiben wir an die E-Mail-Adresse Ihres Kontos, bevor sie gilt.',
      ],
    },
  ],
});
