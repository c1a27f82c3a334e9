package io.cambric.compile.step;

import io.cambric.compile.fusion.FusionGraph;
import io.cambric.compile.step.ParallelSections.Segment;
import io.cambric.core.Atom;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A fused program: its steps, before memory is planned. The passes over steps rewrite it.
 *
 * @param donated whether each input may be overwritten after its last use
 * @param inputs the memory of the arguments
 * @param segments the kernel calls: one sequence, until {@link ParallelSections} finds others
 * @param results the origin of each result
 */
public record FusedProgram(
    List<Boolean> donated, List<Value.Place> inputs, List<Segment> segments, List<Result> results) {

  /** The origin of a result of the program. */
  public sealed interface Result {

    /**
     * {@return the origins of the results of a program}
     *
     * @param written the memory of a variable that the program computes
     */
    static List<Result> of(FusionGraph graph, Function<Atom, Value> written) {
      var inputs = new IdentityHashMap<Atom, Integer>();
      graph.inputs().forEach(input -> inputs.put(input, inputs.size()));
      return graph.outputs().stream()
          .<Result>map(output ->
              switch (output) {
                case Atom.Literal literal -> new Known(literal);
                case Atom.Var variable when inputs.get(variable) instanceof Integer input ->
                    new Input(input);
                case Atom.Var variable -> new Written(written.apply(variable));
              })
          .toList();
    }

    /** A literal. */
    record Known(Atom.Literal literal) implements Result {}

    /** An input, unchanged. */
    record Input(int number) implements Result {}

    /** An array written by the program. */
    record Written(Value value) implements Result {}
  }

  /** {@return the steps in order; the steps of a section are consecutive} */
  public List<Step> steps() {
    return segments.stream()
        .flatMap(segment -> segment.sections().stream())
        .flatMap(List::stream)
        .toList();
  }

  /** {@return the number of steps} */
  public int stepCount() {
    return segments.stream()
        .flatMap(segment -> segment.sections().stream())
        .mapToInt(List::size)
        .sum();
  }

  /** {@return the places of the results that the program writes, each once} */
  public List<Value.Place> resultPlaces() {
    return results.stream()
        .filter(Result.Written.class::isInstance)
        .map(result -> ((Result.Written) result).value().place())
        .distinct()
        .toList();
  }

  /**
   * {@return the program with other results}
   *
   * @param written the steps that write the new results, after all others
   */
  FusedProgram withResults(List<Result> newResults, List<Step> written) {
    var all = new ArrayList<>(segments);
    all.add(Segment.sequence(written));
    return new FusedProgram(donated, inputs, all, newResults);
  }

  /** {@return the program with other steps} */
  FusedProgram withSegments(List<Segment> newSegments) {
    return new FusedProgram(donated, inputs, newSegments, results);
  }

  /**
   * {@return the program with other steps in each section}
   *
   * @param rewrite from the steps of a section to their replacement
   */
  FusedProgram eachSection(UnaryOperator<List<Step>> rewrite) {
    return withSegments(segments.stream().map(segment -> segment.each(rewrite)).toList());
  }
}
