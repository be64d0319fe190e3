import type { LegalTexts } from './legal-texts';

export const termsTexts: LegalTexts = {
  title: 'Nutzungs\u00adbedingungen',
  description: 'Was Headroom bietet, was es kostet, wie Sie kündigen und wer wofür verantwortlich ist.',
  lead: 'Zählen Sie mit Headroom 7 Tage kostenlos. Danach zahlen Sie 3\u00a0$ pro Veranstaltung und Tag, an dem gezählt wird, und nichts an anderen Tagen. Sie können jederzeit gehen. Die Zahl ist eine Hilfe: Die Verantwortung für eine sichere Menge bleibt bei Ihnen.',
  sections: [
    {
      title: 'Der Dienst',
      paragraphs: [
        'Headroom zählt im Browser Menschen bei Veranstaltungen und in Locations und zeigt die Zahlen auf jedem verbundenen Gerät. Wer ein Konto hat, erstellt Veranstaltungen und Bereiche und gibt Zugangscodes an das Personal weiter. Mit dem Erstellen eines Kontos nehmen Sie diese Bedingungen an, für sich selbst oder für das Unternehmen, für das Sie handeln.',
      ],
    },
    {
      title: 'Ihr Konto',
      points: [
        'Geben Sie eine E-Mail-Adresse an, unter der wir Sie erreichen, und behalten Sie Ihr Passwort für sich.',
        'Mit einem Zugangscode kann jeder, der ihn hat, bei dieser Veranstaltung zählen. Geben Sie ihn nur Ihrem Personal. Ist er nach außen gelangt, schreiben Sie uns, und wir ersetzen ihn.',
        'Sie stehen für das ein, was mit Ihrem Konto und Ihren Codes getan wird, auch von Mitgliedern, die Sie einladen.',
      ],
    },
    {
      title: 'Testphase und Preis',
      points: [
        'Die ersten 7 Tage sind kostenlos und brauchen keine Karte. Enden sie, ohne dass in Ihrem Konto eine Karte hinterlegt ist, wird das Zählen gesperrt, bis Sie eine hinterlegen.',
        'Danach beträgt der Preis 3\u00a0$ pro Veranstaltung und Tag, an dem gezählt wird. Es gibt keine Grundgebühr und keinen Mindestbetrag.',
        'Berechnet wird ein Tag, an dem bei einer Veranstaltung gezählt wurde. Eine Veranstaltung zu erstellen, vorzubereiten oder anzusehen kostet nichts.',
        'Ein Tag dauert von 6 Uhr morgens bis 6 Uhr am nächsten Morgen in der Zeitzone der Veranstaltung, wenn die Veranstaltung nichts anderes bestimmt. Eine Nacht, die über Mitternacht hinausgeht, ist ein Tag.',
        'Die Preise enthalten keine Steuern, die wir von Gesetzes wegen aufschlagen müssen.',
      ],
    },
    {
      title: 'Bezahlen',
      points: [
        'Tage, an denen gezählt wurde, werden im Nachhinein einmal im Monat der Karte in Ihrem Konto belastet. Die Karte verwahrt Stripe, unser Zahlungsdienstleister.',
        'Was der laufende Monat bisher kostet, sehen Sie in Ihren Kontoeinstellungen.',
        'Schlägt eine Zahlung fehl, versuchen wir es erneut und sagen es Ihnen. Das Zählen geht währenddessen weiter. Bleibt sie offen, wird das Zählen gesperrt, bis sie beglichen ist; Ihre Daten bleiben, wo sie sind.',
        'Wenn Sie meinen, dass ein Tag zu Unrecht berechnet wurde, schreiben Sie uns. Was wir irrtümlich berechnet haben, zahlen wir zurück.',
      ],
    },
    {
      title: 'Gehen',
      paragraphs: [
        'Es gibt keine Kündigungsfrist. Löschen Sie Ihr Konto in den Einstellungen, und der Vertrag endet. Schon genutzte Tage werden am Ende noch einmal berechnet; danach ist nichts mehr zu zahlen. Sie können auch einfach aufhören zu zählen: Wo nicht gezählt wird, gibt es keine Rechnung.',
        'Wir können ein Konto schließen, das gegen diese Bedingungen verstößt, oder den Dienst ganz einstellen. Letzteres kündigen wir 30 Tage vorher an, damit Sie Ihre Berichte herunterladen können.',
      ],
    },
    {
      title: 'Was die Zahl ist und was nicht',
      paragraphs: [
        'Headroom zeigt, was Menschen tippen. Das kann falsch sein, wenn jemand das Tippen vergisst, zweimal tippt oder an der falschen Tür zählt. Headroom sagt Ihnen, wenn ein Bereich voll wird oder seine Kapazität überschritten ist. Es schließt nie eine Tür.',
        'Headroom ist eine Hilfe. Wer die Genehmigung hat oder die Veranstaltung durchführt, bleibt verantwortlich für die Kapazität, für die Sicherheit der Gäste und für das, was Gesetz und Genehmigung verlangen. Sorgen Sie dafür, dass es weitergeht, wenn ein Handy, das Netz oder Headroom ausfällt.',
      ],
    },
    {
      title: 'Faire Nutzung',
      points: [
        'Versuchen Sie nicht, an Daten anderer zu gelangen, den Dienst zu stören oder zu überlasten oder seine Grenzen zu umgehen.',
        'Ein Konto kann bis zu 500 Veranstaltungen haben, eine Veranstaltung bis zu 100 Bereiche. Brauchen Sie mehr, schreiben Sie uns.',
        'Schreiben Sie keine personenbezogenen Daten von Gästen in die Namen von Veranstaltungen und Bereichen.',
      ],
    },
    {
      title: 'Ihre Daten',
      paragraphs: [
        'Ihre Veranstaltungen und Zahlen gehören Ihnen. Wir nutzen sie, um den Dienst für Sie zu betreiben, wie es die Datenschutzerklärung beschreibt, und Sie können sie jederzeit löschen.',
      ],
    },
    {
      title: 'Verfügbarkeit',
      paragraphs: [
        'Wir bauen Headroom so, dass es läuft, wenn es darauf ankommt, und Geräte zählen eine Weile auch ohne Netz weiter. Wir können nicht versprechen, dass es nie ausfällt, und garantieren keine bestimmte Verfügbarkeit.',
      ],
    },
    {
      title: 'Haftung',
      paragraphs: [
        'Wir haften unbeschränkt für Schäden, die wir vorsätzlich oder grob fahrlässig verursachen, für die Verletzung von Leben, Körper und Gesundheit und überall, wo das Gesetz keine Beschränkung zulässt.',
        'Darüber hinaus haften wir nur für vorhersehbare Schäden, die daraus entstehen, dass wir eine wesentliche Pflicht dieses Vertrags verletzen, und höchstens in Höhe dessen, was Sie uns in den 12 Monaten davor gezahlt haben.',
      ],
    },
    {
      title: 'Änderungen',
      paragraphs: [
        'Wenn sich diese Bedingungen oder der Preis ändern, schreiben wir mindestens 30 Tage vorher an die E-Mail-Adresse Ihres Kontos. Sind Sie nicht einverstanden, löschen Sie Ihr Konto vor diesem Tag; bis dahin gelten die alten Bedingungen.',
      ],
    },
  ],
};
