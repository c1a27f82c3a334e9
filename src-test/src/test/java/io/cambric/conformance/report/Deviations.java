package io.cambric.conformance.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The intended deviations of Cambric from JAX, from {@code deviations.txt} in the resources of this
 * package. A line is {@code feature | reason}; the lines are sorted; {@code #} begins a comment.
 *
 * <p>A case counts as not yet supported if every difference of it is a deviation listed here.
 */
public final class Deviations {

  private static final String FILE = "/io/cambric/conformance/deviations.txt";
  private static final String SEPARATOR = " | ";

  private static final Deviations LISTED = load();

  private final Map<String, String> reasons = new TreeMap<>();

  private Deviations(List<String> lines) {
    for (var line : lines) {
      if (!line.isBlank() && !line.startsWith("#")) {
        int end = line.indexOf(SEPARATOR);
        if (end < 0 || line.substring(end + SEPARATOR.length()).isBlank()) {
          throw new IllegalArgumentException("a deviation needs a reason: " + line);
        }
        reasons.put(line.substring(0, end), line.substring(end + SEPARATOR.length()));
      }
    }
  }

  /** {@return the list of the file} */
  public static Deviations listed() {
    return LISTED;
  }

  /** {@return a list of these lines} */
  static Deviations of(List<String> lines) {
    return new Deviations(lines);
  }

  private static Deviations load() {
    try (InputStream stream = Deviations.class.getResourceAsStream(FILE)) {
      if (stream == null) {
        throw new IllegalStateException("the file " + FILE + " is missing");
      }
      return of(new String(stream.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return whether Cambric deviates in a feature on purpose} */
  public boolean has(String feature) {
    return reasons.containsKey(feature);
  }
}
