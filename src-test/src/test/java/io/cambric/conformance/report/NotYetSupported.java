package io.cambric.conformance.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The list of features that Cambric lacks, from {@code not-yet-supported.txt} in the resources of
 * this package. It has a feature a line, sorted; {@code #} begins a comment.
 *
 * <p>A case that needs a listed feature, or shows one of the {@link Deviations}, counts as not yet
 * supported. A case that needs a feature neither implemented nor listed fails, so that no feature
 * gets lost. Recordings of others have what nobody listed, so there it counts as well, by its name.
 */
public final class NotYetSupported {

  private static final String FILE = "/io/cambric/conformance/not-yet-supported.txt";

  private final List<String> lines;
  private final Set<String> features;
  private final boolean isOfOthers;

  private NotYetSupported(List<String> lines, boolean isOfOthers) {
    this.lines = lines;
    this.features = new TreeSet<>(lines);
    this.isOfOthers = isOfOthers;
  }

  /** {@return this for recordings of others, whose cases may need what is not listed} */
  public NotYetSupported ofOthers() {
    return new NotYetSupported(lines, true);
  }

  /** {@return the list of the file} */
  public static NotYetSupported load() {
    try (InputStream stream = NotYetSupported.class.getResourceAsStream(FILE)) {
      if (stream == null) {
        throw new IllegalStateException("the file " + FILE + " is missing");
      }
      return of(new String(stream.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return a list of these lines} */
  public static NotYetSupported of(List<String> lines) {
    return new NotYetSupported(
        lines.stream()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
            .toList(),
        false);
  }

  /** {@return the features as the file has them, in its order} */
  public List<String> lines() {
    return lines;
  }

  /** {@return how a case ends that needs these features, none of which exists} */
  public Outcome outcomeOf(Set<String> needed) {
    var unlisted =
        needed.stream()
            .filter(each -> !features.contains(each) && !Deviations.listed().has(each))
            .collect(Collectors.toCollection(TreeSet::new));
    return unlisted.isEmpty() || isOfOthers
        ? new Outcome.NotYetSupported(needed)
        : new Outcome.Failed(
            List.of(
                "needs %s, which neither exists nor is listed as not yet supported"
                    .formatted(unlisted)));
  }
}
