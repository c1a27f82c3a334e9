package io.cambric.benchmarks.rivals;

import java.util.List;

/** Sentences of several lengths and scripts. */
final class Sentences {

  private Sentences() {}

  static List<String> all() {
    return List.of(
        "A dog runs along the beach.",
        "A puppy is running on the shore in the morning sun.",
        "The committee will meet again on Tuesday to vote on the budget.",
        "How do I reset my password?",
        "Prices rose by 3.4 percent in the second quarter, faster than expected.",
        "Der Hund läuft am Strand entlang.",
        "Le musée est fermé le lundi.",
        "Собака бежит по пляжу.",
        "犬が浜辺を走っている。",
        "강아지가 해변을 달린다.",
        "الكلب يركض على الشاطئ.",
        "Ο σκύλος τρέχει στην παραλία.",
        "कुत्ता समुद्र तट पर दौड़ रहा है।",
        "Please find attached the invoice for March; payment is due within thirty days.",
        "She wrote the whole novel in a small kitchen, between two and five at night.",
        "Water boils at a lower temperature on a mountain than at the sea.",
        "No.",
        "Thank you!",
        "The train to the north leaves from platform nine, not from platform four.",
        "He could not remember whether he had locked the door, so he went back to look.",
        "public static void main(String[] args) { System.out.println(1 + 1); }",
        "https://example.org/a/long/address?with=parameters&and=more",
        "The recipe calls for two eggs, a cup of flour, half a cup of milk and a pinch of salt.",
        "Our results suggest that the effect vanishes once age and income are taken into account.",
        "It has been raining for a week, and the river is higher than anyone can remember.",
        "Turn left at the second light, cross the bridge, and park behind the white building.",
        "Students who finish early may leave quietly.",
        "The patient reports a dull pain in the left knee that is worse in the morning.",
        "Naïve façade, coöperation and Ångström are spelled with marks above their letters.",
        "I would rather walk.",
        "The 2026 edition has 312 pages, 48 plates and an index of names.",
        "Nobody expected the small team from the islands to win the cup twice in a row.",
        "Emoji such as 🙂 and 🚀 become unknown tokens.",
        "An astronomer counts faint galaxies, and a botanist counts the hairs of a leaf; both lose"
            + " count in the end and begin again.");
  }
}
