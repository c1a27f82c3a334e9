package io.cambric.docs;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Words and forms that no sentence of the project may hold, each with its replacement. */
enum ProseRule {
  /** Words of our own where XLA, BLIS, oneDNN, JAX or Flax has one. */
  WORD_OF_THE_FIELD(
      "Take the word of docs/reference/glossary.md.",
      forbid("lots?", "a block of rows, many"),
      forbid("turn(?:s|ed|ing)?", "iteration, transpose, become, interleave"),
      forbid("wanted", "needed, requested"),
      forbid("told|tells?|telling", "given, marks, reports, states"),
      forbid("so many", "as many, this number of"),
      forbid("beside", "next to, besides, with"),
      forbid("(?:goes|go|going) on", "continues"),
      forbid("where (?:it|they) (?:lies?|stands?)", "in place"),
      forbid("lies? as (?:it|they) lies?", "in memory order"),
      forbid("by (?:itself|themselves)", "alone, automatically, on its own"),
      forbid("in advance", "before, ahead of time"),
      // The operation, the rounds of a cipher and those of a processor are rounds of the field.
      new Ban(
          Pattern.compile(
              "\\b(?:each|every|all|next|last|previous|first|earlier|later|a|the|this|in|of|from|per|several|both|its|other|number of) rounds?\\b(?! (?:half|to|towards|of draws))",
              Pattern.CASE_INSENSITIVE),
          Pattern.compile(
              "threefry|cipher|annotation|processing|javac|processor|rounding|rejection",
              Pattern.CASE_INSENSITIVE),
          "iteration")),

  /** A subject is a thing, so no statement begins with a pronoun that stands for none. */
  SUBJECT_FIRST(
      "Begin with a noun.",
      new Ban(
          Pattern.compile(
              "^(?:What|Who|Whoever|Those|That which|All that|All who|All of (?:it|them))\\b(?!.*\\?$)"),
          null,
          "the thing that is meant")),

  /** A noun stands where it is meant, so a sentence is read once. */
  NOUN_AGAIN(
      "Repeat the noun, or make two sentences.",
      new Ban(
          Pattern.compile(
              "\\b(?:that of|those of|of which)\\b.*\\b(?:that of|those of|of which)\\b",
              Pattern.CASE_INSENSITIVE),
          null,
          "the noun itself")),

  /** A verb says what is done, not that something is had done. */
  ACTIVE_VERB(
      "Say what is done: Marks, Registers, Invalidates, Releases.",
      new Ban(
          Pattern.compile(
              "^(?:(?:Has|Have) (?!no\\b|an? \\w+ (?:of|that|with)\\b)|(?:Says|Tells|Notes) )"),
          null,
          "an active verb"),
      new Ban(Pattern.compile("\\b[Ll]ets? go\\b"), null, "releases"));

  private final String mend;
  private final List<Ban> bans;

  /** A forbidden pattern, its exception, and its replacement. */
  private record Ban(Pattern pattern, @Nullable Pattern exception, String instead) {

    boolean holds(String sentence) {
      return pattern.matcher(sentence).find()
          && (exception == null || !exception.matcher(sentence).find());
    }
  }

  ProseRule(String mend, Ban... bans) {
    this.mend = mend;
    this.bans = List.of(bans);
  }

  private static Ban forbid(String words, String instead) {
    return new Ban(
        Pattern.compile("\\b(?:" + words + ")\\b", Pattern.CASE_INSENSITIVE), null, instead);
  }

  /** {@return where a sentence breaks this rule and how to mend it, if it does} */
  Optional<String> broken(Sentence sentence) {
    return bans.stream()
        .filter(ban -> ban.holds(sentence.text()))
        .findFirst()
        .map(ban ->
            "%s:%d: \"%s\" %s Better: %s."
                .formatted(sentence.file(), sentence.line(), sentence.text(), mend, ban.instead()));
  }
}
