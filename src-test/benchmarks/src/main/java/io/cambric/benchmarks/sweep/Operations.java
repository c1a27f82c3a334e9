package io.cambric.benchmarks.sweep;

import io.cambric.array.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All operations of the sweep, and the cases drawn from them. */
public final class Operations {

  private static final List<Operation> ALL =
      Stream.of(
              ElementwiseRows.families(),
              ReductionRows.families(),
              MovementRows.families(),
              IndexingRows.families(),
              SortingRows.families(),
              ProductRows.families(),
              ConvolutionRows.families(),
              AttentionRows.families(),
              LinearAlgebraRows.families(),
              SamplerRows.families(),
              ActivationRows.families(),
              LayerRows.families(),
              SmallProgramRows.families())
          .flatMap(List::stream)
          .flatMap(family -> family.operations().stream())
          .toList();

  private static final List<Operation> PROGRAMS =
      Stream.of(
              LearningPrograms.families(), SciencePrograms.families(), SequencePrograms.families())
          .flatMap(List::stream)
          .flatMap(family -> family.operations().stream())
          .toList();

  private Operations() {}

  /** {@return the programs of {@code ./run bench programs}} */
  static List<Operation> programs() {
    return PROGRAMS;
  }

  /** {@return a case of each program, and one of its gradient where it has one} */
  public static List<Case> drawPrograms(long seed) {
    return draw(seed, Long.MAX_VALUE, PROGRAMS);
  }

  /** {@return the case of a program, as {@link #parse} gives one of an operation} */
  public static Case parseProgram(String text) {
    return parse(text, PROGRAMS);
  }

  /** {@return the operations, family by family} */
  static List<Operation> all() {
    return ALL;
  }

  /**
   * {@return a case of each operation, and one of its gradient where it has one}
   *
   * <p>The cases of an operation depend on the seed and its name alone, so that other operations
   * may come and go.
   */
  public static List<Case> draw(long seed) {
    return draw(seed, Long.MAX_VALUE);
  }

  /** {@return such cases with a bound of the product of their sizes} */
  static List<Case> draw(long seed, long limit) {
    return draw(seed, limit, ALL);
  }

  static List<Case> draw(long seed, long limit, List<Operation> operations) {
    var cases = new ArrayList<Case>();
    for (var operation : operations) {
      var random = new Random(31 * seed + operation.name().hashCode());
      cases.add(operation.draw(random, false, limit));
      if (operation.isDifferentiable() && operation.dtypes().getFirst().isFloating()) {
        cases.add(operation.draw(random, true, limit));
      }
    }
    return cases;
  }

  /**
   * {@return the case of a line, such as {@code lax.exp/grad f32 1000 37}}
   *
   * @throws IllegalArgumentException if it is none, with what a case needs
   */
  public static Case parse(String text) {
    return parse(text, ALL);
  }

  static Case parse(String text, List<Operation> operations) {
    var words = text.strip().split("\\s+");
    var parts = Arrays.asList(words[0].split("/"));
    var operation =
        operations.stream()
            .filter(one -> one.name().equals(parts.getFirst()))
            .findFirst()
            .orElseThrow(
                () -> invalid(text, "there is no operation \"%s\"".formatted(parts.getFirst())));
    boolean gradient = parts.contains("grad");
    boolean strided = parts.contains("strided");
    if (parts.size() != 1 + (gradient ? 1 : 0) + (strided ? 1 : 0)) {
      throw invalid(text, "only /grad and /strided can follow the name");
    }
    if (gradient && !operation.isDifferentiable()) {
      throw invalid(text, "%s has no gradient here".formatted(operation.name()));
    }
    if (strided && !operation.isStrided()) {
      throw invalid(text, "%s has no strided operands here".formatted(operation.name()));
    }
    var letters = List.copyOf(operation.ranges().keySet());
    if (words.length != 2 + letters.size()) {
      throw invalid(
          text,
          "%s needs a dtype and the sizes %s"
              .formatted(operation.name(), String.join(" ", letters)));
    }
    var dtypes =
        operation.dtypes().stream()
            .collect(Collectors.toMap(DType::shortName, Function.identity()));
    var dtype = dtypes.get(words[1]);
    if (dtype == null) {
      throw invalid(
          text,
          "%s has cases in %s"
              .formatted(
                  operation.name(),
                  operation.dtypes().stream()
                      .map(DType::shortName)
                      .collect(Collectors.joining(", "))));
    }
    if (gradient && !dtype.isFloating()) {
      throw invalid(text, "a gradient needs a floating dtype");
    }
    var sizes = new LinkedHashMap<String, Integer>();
    for (int i = 0; i < letters.size(); i++) {
      sizes.put(letters.get(i), size(text, letters.get(i), words[i + 2]));
    }
    return new Case(operation, gradient, strided, dtype, sizes);
  }

  private static int size(String text, String letter, String word) {
    if (!word.matches("\\d{1,9}")) {
      throw invalid(text, "size %s needs a whole number, but got \"%s\"".formatted(letter, word));
    }
    return Integer.parseInt(word);
  }

  private static IllegalArgumentException invalid(String text, String problem) {
    return new IllegalArgumentException("\"%s\" is no case: %s.".formatted(text, problem));
  }
}
