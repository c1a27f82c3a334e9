package io.cambric.io.weight;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.io.weight.WeightSteps.Joining;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A line of a {@link WeightMap}: names of another library, steps on their arrays, and paths of
 * variables. An immutable value; each method returns another rule.
 *
 * <p>Names are patterns. Braces capture a whole number, as in {@code h.{i}.mlp.weight}, or one of
 * several words, as in {@code {part:query|key|value}}. Braces of paths repeat those of the names.
 * Paths begin with the collection, as in {@code params/h_{i}/mlp/kernel}.
 *
 * <p>Steps run in this order: several arrays become one, axes are rearranged, the array is split,
 * axes of each part are rearranged. All sizes follow from the variables, or are given by {@link
 * #size}.
 *
 * {@snippet :
 * WeightRule.from("h.{i}.attn.c_attn.weight")
 *     .split(1)
 *     .rearrange("in (heads size) -> in heads size")
 *     .to("params/h_{i}/query/kernel", "params/h_{i}/key/kernel", "params/h_{i}/value/kernel");
 * }
 */
public final class WeightRule {

  /** The path for a part without a variable. */
  public static final String NOTHING = "-";

  private final List<NamePattern> sources;
  private final List<NamePattern> targets;
  private final WeightSteps steps;

  private WeightRule(List<NamePattern> sources, List<NamePattern> targets, WeightSteps steps) {
    this.sources = List.copyOf(sources);
    this.targets = List.copyOf(targets);
    this.steps = steps;
  }

  /**
   * {@return a rule for arrays of these names, without steps; several need {@link #sum} or {@link
   * #concatenate}}
   *
   * @throws DataException if there is no name, or a pattern is malformed
   */
  public static WeightRule from(String... names) {
    if (names.length == 0) {
      throw new DataException(
          "A rule needs names of arrays, but got none. Name the arrays that it reads.");
    }
    var first = NamePattern.of(names[0], Map.of());
    return new WeightRule(patterns(first.captures(), names), List.of(), WeightSteps.NONE);
  }

  /**
   * {@return a rule for arrays that no variable needs, such as counters}
   *
   * @throws DataException if a pattern is malformed
   */
  public static WeightRule ignore(String name) {
    return from(name).to(NOTHING);
  }

  private static List<NamePattern> patterns(Map<String, String> known, String... texts) {
    return Stream.of(texts).map(text -> NamePattern.of(text, known)).toList();
  }

  private WeightRule with(WeightSteps other) {
    return new WeightRule(sources, targets, other);
  }

  /** {@return this with the arrays added up, such as two biases of one sum} */
  public WeightRule sum() {
    return with(steps.joined(Joining.SUM, 0));
  }

  /**
   * {@return this with the arrays concatenated}
   *
   * @param axis from 0 on
   */
  public WeightRule concatenate(int axis) {
    return with(steps.joined(Joining.CONCATENATION, axis));
  }

  /**
   * {@return this with the array split, a part for each path}
   *
   * <p>The variables give the sizes of parts; parts without a variable share the rest equally.
   *
   * @param axis from 0 on, of the array before later rearrangements
   */
  public WeightRule split(int axis) {
    return with(steps.split(axis));
  }

  /**
   * {@return this with axes in another order or grouping, such as {@code (heads size) in -> in
   * heads size}}
   *
   * <p>Axes in parentheses are one axis of the array, and the last of them varies fastest. A rule
   * has one rearrangement, or one before and one after the split.
   *
   * @throws DataException if the text is malformed, or there is already a rearrangement
   */
  public WeightRule rearrange(String axes) {
    var after = steps.after();
    if (after != null) {
      throw new DataException(
          "A rule takes one rearrangement before its split and one after it, but %s follows %s. Write both as one."
              .formatted(Quoted.of(axes), Quoted.of(after.text())));
    }
    return with(steps.rearranged(Rearrangement.of(axes)));
  }

  /**
   * {@return this with some axes of the last rearrangement reversed, as kernels of transposed
   * convolutions require}
   *
   * @throws DataException if there is no rearrangement, or there are no axes with these names
   */
  public WeightRule reverse(String... axes) {
    var after = steps.after();
    if (after == null) {
      throw new DataException(
          "Reversed axes need names, but the rule has no rearrangement. Call rearrange first.");
    }
    return with(steps.rearranged(after.reverse(List.of(axes))));
  }

  /** {@return this with the size of a named axis, where shapes of variables leave it open} */
  public WeightRule size(String axis, int size) {
    return with(steps.sized(axis, size));
  }

  /**
   * {@return this with the paths of variables that the arrays become}
   *
   * <p>A path of several parts becomes their sum, such as two biases in one array.
   *
   * @param paths a single path, or one for each part of a split; {@link #NOTHING} for an omitted
   *     part
   * @throws DataException if their number or their braces do not fit, a pattern is malformed, or
   *     several names are neither added nor concatenated
   */
  public WeightRule to(String... paths) {
    if (paths.length == 0 || paths.length > 1 != (steps.splitAxis() != null)) {
      throw new DataException(
          "A rule needs one path, or several and a split, but %s has %d%s. Call split before to, or leave it out."
              .formatted(this, paths.length, steps.splitAxis() == null ? "" : " and a split"));
    }
    if (sources.size() > 1 != (steps.joining() != Joining.NONE)) {
      throw new DataException(
          "A rule needs one name, or several names with sum or concatenate, but got %s. Call sum or concatenate."
              .formatted(this));
    }
    var braces = sources.getFirst().captures();
    var targets = patterns(braces, paths);
    for (var pattern : all(targets)) {
      if (!pattern.text().equals(NOTHING) && !pattern.captures().keySet().equals(braces.keySet())) {
        throw new DataException(
            "A rule needs the same braces in all its names and paths, but %s has %s and %s has %s. Use the same braces in both."
                .formatted(
                    Quoted.of(sources.getFirst().text()),
                    braces.keySet(),
                    Quoted.of(pattern.text()),
                    pattern.captures().keySet()));
      }
    }
    return new WeightRule(sources, targets, steps);
  }

  private List<NamePattern> all(List<NamePattern> targets) {
    var all = new ArrayList<>(sources);
    all.addAll(targets);
    return all;
  }

  List<NamePattern> sources() {
    return sources;
  }

  /** {@return the paths; none if {@link #to} was not called} */
  List<NamePattern> targets() {
    return targets;
  }

  WeightSteps steps() {
    return steps;
  }

  /** {@return names and paths, as in {@code [a.weight] -> [params/a/kernel]}} */
  @Override
  public String toString() {
    return "%s -> %s".formatted(texts(sources), texts(targets));
  }

  private static List<String> texts(List<NamePattern> patterns) {
    return patterns.stream().map(NamePattern::text).toList();
  }
}
