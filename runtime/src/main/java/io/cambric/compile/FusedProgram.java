package io.cambric.compile;

import io.cambric.compile.ParallelSections.Segment;
import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A fused program: its steps, before memory is planned. The passes over steps rewrite it.
 *
 * @param fusion the equations behind the steps, as they were fused; passes that merge or move steps
 *     leave it as it is
 * @param donated whether each input may be overwritten after its last use
 * @param inputs the memory of the arguments
 * @param segments the kernel calls: one sequence, until {@link ParallelSections} finds others
 * @param results the origin of each result
 */
record FusedProgram(
    Fusion fusion,
    List<Boolean> donated,
    List<Value.Place> inputs,
    List<Segment> segments,
    List<Result> results) {

  /**
   * The equations of a program with their loops.
   *
   * @param jaxpr the program, with its equations in the order of the steps
   * @param groups the fusion group of each equation that joined one, by identity
   */
  record Fusion(Jaxpr jaxpr, Map<Eqn, FusionGroup> groups) {}

  /** Makes a program whose steps run one after the other, and which overwrites no input. */
  FusedProgram(
      Jaxpr jaxpr,
      List<Value.Place> inputs,
      List<Step> steps,
      List<Result> results,
      Map<Eqn, FusionGroup> groups) {
    this(
        new Fusion(jaxpr, groups),
        Collections.nCopies(inputs.size(), false),
        inputs,
        List.of(Segment.sequence(steps)),
        results);
  }

  /** The origin of a result of the program. */
  sealed interface Result {

    /**
     * {@return the origins of the results of a program}
     *
     * @param written the memory of a variable that the program computes
     */
    static List<Result> of(Jaxpr jaxpr, Function<Atom, Value> written) {
      var inputs = new IdentityHashMap<Atom, Integer>();
      jaxpr.inputs().forEach(input -> inputs.put(input, inputs.size()));
      return jaxpr.outputs().stream()
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

  /** {@return the steps in order; those of one section follow each other} */
  List<Step> steps() {
    return segments.stream()
        .flatMap(segment -> segment.sections().stream())
        .flatMap(List::stream)
        .toList();
  }

  int stepCount() {
    return segments.stream()
        .flatMap(segment -> segment.sections().stream())
        .mapToInt(List::size)
        .sum();
  }

  /** {@return the places of the results that the program writes, each once} */
  List<Value.Place> resultPlaces() {
    return results.stream()
        .filter(Result.Written.class::isInstance)
        .map(result -> ((Result.Written) result).value().place())
        .distinct()
        .toList();
  }

  /** {@return the same program, which may overwrite some inputs} */
  FusedProgram donating(List<Boolean> newDonated) {
    return new FusedProgram(fusion, newDonated, inputs, segments, results);
  }

  /**
   * {@return the program with other results}
   *
   * @param written the steps that write them, after all others
   */
  FusedProgram withResults(List<Result> newResults, List<Step> written) {
    var all = new ArrayList<>(segments);
    all.add(Segment.sequence(written));
    return new FusedProgram(fusion, donated, inputs, all, newResults);
  }

  /** {@return the program with other steps} */
  FusedProgram withSegments(List<Segment> newSegments) {
    return new FusedProgram(fusion, donated, inputs, newSegments, results);
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
