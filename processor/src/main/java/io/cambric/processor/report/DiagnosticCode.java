package io.cambric.processor.report;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The diagnostics, each with the paragraph that its page in the documentation has. */
public enum DiagnosticCode {
  /** A definition of the wrong kind. */
  MODULE_NOT_RECORD(
      """
      A definition is a record, because its hyperparameters must be values: modules are compared by \
      them, copied with others, and printed. Declare the type as a record; its fields become \
      components, and what was computed in the constructor moves to a secondary constructor.\
      """),

  /** A definition of the wrong name. */
  MODULE_NAME_NOT_DEF(
      """
      The definition XDef generates the module X, so its name must end in Def and have something \
      before it. Without the ending both would have one name. Rename the record.\
      """),

  /** A definition that the generated class can't reach. */
  MODULE_IS_PRIVATE(
      """
      The generated class lives in the same package and calls the definition, so neither the record \
      nor a type around it may be private. Package-private is enough: users hold only the generated \
      class.\
      """),

  /** Several setup methods. */
  SETUP_TWICE(
      """
      A module has one setup method, because one record holds all its parts. Merge the methods.\
      """),

  /** A setup method that returns something else. */
  SETUP_RETURNS_RECORD(
      """
      A setup method returns its submodules and variables as a record, whose component names become \
      their scope names. The record is nested in the definition, since its mirror is generated with \
      the module, and isn't private, since the generated class reads it.\
      """),

  /** A setup method with parameters. */
  SETUP_TAKES_NOTHING(
      """
      Setup runs before any method and is given nothing: what it needs are the components of the \
      definition. Something that depends on a call argument belongs to a @Compact method.\
      """),

  /** A method with two annotations that exclude each other. */
  COMPACT_AND_SETUP(
      """
      A @Compact method makes its submodules while it computes, a @Setup method makes them \
      beforehand, and a @Nowrap method makes none. A method has at most one of these annotations.\
      """),

  /** Two definitions of one module. */
  DUPLICATE_MODULE(
      """
      A nested definition generates a top-level class in its package, so a name may be defined once \
      in a package, and no other class may have it. Rename one of the two.\
      """),

  /** A type that is nowhere. */
  UNRESOLVED_TYPE(
      """
      A definition that mentions a type not yet known waits for a later round of annotation \
      processing, in case the type is generated. This one never came. If it should be generated, \
      the cause is an error in its own definition; else it is misspelt, not imported or not on the \
      class path.\
      """);

  private final String paragraph;
  private final Severity severity;

  DiagnosticCode(String paragraph) {
    this(Severity.ERROR, paragraph);
  }

  DiagnosticCode(Severity severity, String paragraph) {
    this.paragraph = paragraph;
    this.severity = severity;
  }

  /** {@return the stable name with which messages begin, in brackets} */
  public String tag() {
    return Arrays.stream(name().split("_"))
        .map(word -> word.charAt(0) + word.substring(1).toLowerCase(java.util.Locale.ROOT))
        .collect(Collectors.joining());
  }

  /** {@return the rule, the reason for it and the mend} */
  public String paragraph() {
    return paragraph;
  }

  /** {@return how loudly it is reported unless an option says otherwise} */
  public Severity severity() {
    return severity;
  }

  /** {@return a whole message: the tag, what is wrong, and the mend} */
  public String message(String what, String mend) {
    return "[" + tag() + "] " + what + " " + mend;
  }
}
