package io.cambric.processor.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.annotation.processing.ProcessingEnvironment;

/**
 * The severity of each diagnostic in one compilation: its default, unless an option says otherwise.
 */
public final class Severities {

  /** The prefix of the tag in the name of an option of annotation processors. */
  private static final String OPTION = "cambric.severity.";

  private final Map<DiagnosticCode, Severity> chosen = new EnumMap<>(DiagnosticCode.class);
  private final List<String> complaints = new ArrayList<>();

  private Severities() {}

  /**
   * Reads the options that the compiler hands to one stage. Invalid options have no effect, and are
   * in {@link #complaints}.
   *
   * @param stage the stage that the options are for
   * @param options severities by tag
   */
  public static Severities of(CompilationStage stage, Map<String, String> options) {
    var severities = new Severities();
    new TreeMap<>(options).forEach((tag, severity) -> severities.read(stage, tag, severity));
    return severities;
  }

  /** {@return the severities of signatures, which are options of annotation processors} */
  public static Severities ofProcessor(ProcessingEnvironment environment) {
    var options = new HashMap<String, String>();
    environment
        .getOptions()
        .forEach((name, value) -> {
          if (name.startsWith(OPTION)) {
            options.put(name.substring(OPTION.length()), String.valueOf(value));
          }
        });
    return of(CompilationStage.SIGNATURES, options);
  }

  /** {@return the names of the options of annotation processors} */
  public static Set<String> optionNames() {
    return Arrays.stream(DiagnosticCode.values())
        .map(code -> OPTION + code.tag())
        .collect(Collectors.toUnmodifiableSet());
  }

  private void read(CompilationStage stage, String tag, String value) {
    var option = "The option " + stage.option(tag, value);
    var codes = Arrays.stream(DiagnosticCode.values()).filter(c -> c.tag().equals(tag)).findAny();
    var severities = Arrays.stream(Severity.values()).filter(s -> word(s).equals(value)).findAny();
    if (codes.isEmpty()) {
      var tags = Arrays.stream(DiagnosticCode.values()).map(DiagnosticCode::tag).toList();
      var mend = Similar.to(tag, tags).map(t -> "Did you mean " + t + "?").orElse("Remove it.");
      complaints.add("%s does not name a diagnostic. %s".formatted(option, mend));
    } else if (severities.isEmpty()) {
      complaints.add("%s does not give a severity. Use %s.".formatted(option, words()));
    } else if (codes.get().stage() != stage) {
      complaints.add(
          "%s has no effect, because %s is a diagnostic of %s. Write %s."
              .formatted(
                  option, tag, word(codes.get().stage()), codes.get().stage().option(tag, value)));
    } else {
      chosen.put(codes.get(), severities.get());
    }
  }

  /** {@return the severity under which {@code code} is reported} */
  public Severity of(DiagnosticCode code) {
    return chosen.getOrDefault(code, code.severity());
  }

  /** {@return the mistakes in the options} */
  public List<String> complaints() {
    return List.copyOf(complaints);
  }

  private static String words() {
    return Arrays.stream(Severity.values())
        .map(Severities::word)
        .collect(Collectors.joining(", "))
        .replaceAll(", (\\w+)$", " or $1");
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
