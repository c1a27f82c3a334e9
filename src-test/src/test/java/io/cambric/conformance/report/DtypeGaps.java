package io.cambric.conformance.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The expressions whose result dtypes are known to differ from JAX's, one a line after the title of
 * the family. Other differences fail, and so does a line that no longer differs.
 */
public final class DtypeGaps {

  private static final String FILE = "/io/cambric/conformance/dtype-gaps.txt";

  private final Set<String> lines;

  private DtypeGaps(Set<String> lines) {
    this.lines = lines;
  }

  /** {@return the gaps of the file} */
  public static DtypeGaps load() {
    try (InputStream stream = DtypeGaps.class.getResourceAsStream(FILE)) {
      if (stream == null) {
        throw new IllegalStateException("the file " + FILE + " is missing");
      }
      var lines = new HashSet<String>();
      new String(stream.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .forEach(lines::add);
      return new DtypeGaps(lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds to a family's failures what differs without being listed, and what is listed without. */
  public void check(String title, Map<String, List<String>> differences, FamilyResult result) {
    differences.forEach((call, what) -> {
      if (!lines.contains(title + " " + call)) {
        result.add(call, new Outcome.Failed(what));
      }
    });
    for (var line : lines) {
      var call = line.substring(line.indexOf(' ') + 1);
      if (line.startsWith(title + " ") && !differences.containsKey(call)) {
        result.add(call, new Outcome.Failed(List.of("agrees with JAX now: take it off " + FILE)));
      }
    }
  }
}
